// Signs and verifies with http-message-signatures what a JSON array of tasks on standard input asks for;
// writes the array of answers to standard output.
import { createPrivateKey, createPublicKey, createSecretKey } from 'node:crypto';
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';

const { createSigner, createVerifier, httpbis } = createRequire(process.cwd() + '/')('http-message-signatures');

function keyOf(create, jwk) {
  return jwk.kty === 'oct' ? createSecretKey(jwk.k, 'base64url') : create({ key: jwk, format: 'jwk' });
}

async function sign({ alg, jwk, message, request, fields, created }) {
  const key = createSigner(keyOf(createPrivateKey, jwk), alg, jwk.kid);
  const params = ['created', 'keyid'];
  const paramValues = { created: new Date(created * 1000) };
  const signed = await httpbis.signMessage({ key, name: 'sig1', fields, params, paramValues }, message, request);
  return { headers: signed.headers };
}

async function verify({ alg, jwk, message, request, created }) {
  const verifier = createVerifier(keyOf(createPublicKey, jwk), alg);
  const keyLookup = async ({ keyid }) => (keyid === jwk.kid ? { id: keyid, algs: [alg], verify: verifier } : null);
  try {
    return { valid: (await httpbis.verifyMessage({ keyLookup, notAfter: created }, message, request)) === true };
  } catch (error) {
    return { valid: false, error: String(error) };
  }
}

const tasks = JSON.parse(readFileSync(0, 'utf8'));
const answers = [];
for (const task of tasks) {
  answers.push(await (task.op === 'sign' ? sign(task) : verify(task)));
}
process.stdout.write(JSON.stringify(answers));
