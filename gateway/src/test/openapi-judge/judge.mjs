// Says whether the file holds a valid OpenAPI document, and of which version.
import { readFileSync } from 'node:fs';
import { Validator } from '@seriousme/openapi-schema-validator';

const validator = new Validator();
const verdict = await validator.validate(JSON.parse(readFileSync(process.argv[2], 'utf8')));
console.log(JSON.stringify({ valid: verdict.valid, version: validator.version ?? null, errors: verdict.errors ?? null }));
