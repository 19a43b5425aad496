// Judges the vectors beside it with nothing but Node: node verify.mjs [FOLDER]. Exit 1 names the cases that it judges otherwise.
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { judgeAssertion, judgeCanonical, judgeChallenge, judgeHash } from './verify/approvals.mjs';
import { judgeDecision, judgeReceipt } from './verify/fields.mjs';
import { canonical, parseJson, Refused } from './verify/json.mjs';
import { judgeKey } from './verify/keys.mjs';
import { judgeRecord } from './verify/records.mjs';
import { judgeRequest, judgeResponse } from './verify/signatures.mjs';
import { judgeCheckout, judgeEvent } from './verify/tokens.mjs';

const JUDGES = {
  keys: judgeKey,
  'request-signatures': judgeRequest,
  'response-signatures': judgeResponse,
  decisions: judgeDecision,
  receipts: judgeReceipt,
  'canonical-json': judgeCanonical,
  'terms-commitments': ({ salt, terms, terms_commitment: claimed }) => judgeHash({ salt, terms }, claimed),
  'listing-hashes': ({ listing, listing_hash: claimed }) => judgeHash(listing, claimed),
  'approval-challenges': judgeChallenge,
  'approval-assertions': judgeAssertion,
  checkouts: judgeCheckout,
  'deal-events': judgeEvent,
  records: judgeRecord,
};

function judged(vector, file) {
  try {
    return { valid: true, expected: JUDGES[file.kind](vector, file) };
  } catch (e) {
    if (!(e instanceof Refused)) return { valid: 'the verifier failed', expected: String(e.stack) };
    return { valid: false, expected: e.expected };
  }
}

const folder = process.argv[2] ?? path.dirname(fileURLToPath(import.meta.url));
let cases = 0;
let deviations = 0;
for (const kind of Object.keys(JUDGES)) {
  const file = parseJson(fs.readFileSync(path.join(folder, kind + '.json'), 'utf8'));
  for (const vector of file.cases) {
    cases++;
    const own = judged(vector, file);
    if (own.valid === vector.valid && canonical(own.expected) === canonical(vector.expected)) continue;
    deviations++;
    console.error(`${kind}/${vector.name} (${vector.clause}): expected ${vector.valid} ${canonical(vector.expected)}`);
    console.error(`  judged ${own.valid} ${canonical(own.expected)}`);
  }
}
console.log(`${cases} cases, ${deviations} judged otherwise`);
process.exitCode = cases > 0 && deviations === 0 ? 0 : 1;
