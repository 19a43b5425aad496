// What hashes alone prove, and what a seller's passkey signs (WebAuthn Level 3).
import crypto from 'node:crypto';
import { base64url, canonical, hash, hashOf, isObject, parseJson, refuse, sha256, utf8 } from './json.mjs';
import { publicKey } from './keys.mjs';

export function judgeCanonical({ json }) {
  try {
    const text = canonical(parseJson(json));
    return { canonical: text, digest: hash(utf8(text)) };
  } catch (e) {
    if (!(e instanceof SyntaxError)) throw e;
    return refuse({ reason: 'request_invalid' });
  }
}

export function judgeHash(value, claimed) {
  const digest = hashOf(value);
  return digest === claimed ? { canonical: canonical(value), digest } : refuse({ fault: 'mismatch', digest });
}

export function judgeChallenge({ details, held_body: held, display, challenge }) {
  const bad = (fault) => refuse({ reason: 'approval_invalid', fault });
  if (details.request_digest !== hash(utf8(held))) bad('request_digest');
  if (details.display_digest !== hashOf(display)) bad('display_digest');
  const text = canonical(details);
  if (sha256(utf8(text)).toString('base64url') !== challenge) bad('challenge');
  return { canonical: text, challenge };
}

export function judgeAssertion({ credential, stored_counter: stored }, file) {
  const unless = (holds, cause) => holds || refuse({ reason: 'approval_invalid', cause });
  const bytes = (name) => base64url(credential.response[name]) ?? unless(false, 'credential_malformed');
  const client = bytes('clientDataJSON');
  const data = bytes('authenticatorData');
  let said;
  try { said = parseJson(client.toString('utf8')); } catch { /* none */ }
  unless(isObject(said) && data.length >= 37, 'credential_malformed');
  unless(said.type === 'webauthn.get', 'type_mismatch');
  unless(said.challenge === file.challenge, 'challenge_mismatch');
  unless(file.origins.includes(said.origin), 'origin_mismatch');
  const alone = !said.crossOrigin && said.topOrigin === undefined;
  unless(alone || (said.crossOrigin === true && file.top_origins.includes(said.topOrigin)), 'top_origin_mismatch');
  unless(credential.id === file.credential_id, 'credential_mismatch');
  unless(data.subarray(0, 32).equals(sha256(utf8(file.rp_id))), 'rp_id_mismatch');
  unless(data[32] & 1, 'user_not_present');
  unless(data[32] & 4, 'user_not_verified');
  const [jwk] = Object.values(file.keys);
  const signed = Buffer.concat([data, sha256(client)]);
  unless(crypto.verify('sha256', signed, publicKey(jwk), bytes('signature')), 'signature_mismatch');
  const counter = data.readUInt32BE(33);
  unless((counter === 0 && stored === 0) || counter > stored, 'counter_fell');
  return { counter };
}
