// Chains of entries, what is opened of them, and receipts.
import { canonical, hash, hashOf, isObject, one, refuse, utf8 } from './json.mjs';
import { keyOf } from './keys.mjs';
import { closed, integer, isDigest, isTime, payload } from './tokens.mjs';

const ENTRY = closed({
  v: (value) => value === 1, subject: closed({ type: one(/^[a-z][a-z_]{0,31}$/), id: one(/^[A-Za-z0-9._~-]{1,160}$/) }),
  seq: integer(1), prev_hash: isDigest, at: (value) => isTime(value) && /\.\d{3}Z$/.test(value),
  kind: one(/^[a-z][a-z0-9_]*(\.[a-z0-9_]+)*$/),
  body: (value) => isObject(value) && !['floor', 'terms', 'salt'].some((name) => Object.hasOwn(value, name)),
  jws: one(/^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+$/),
});

const pointed = (value, pointer) => pointer.split('/').slice(1)
  .reduce((found, name) => found?.[name.replaceAll('~1', '/').replaceAll('~0', '~')], value);

export function judgeRecord(vector) {
  if (vector.bundle === undefined) return { digest: hash(utf8(vector.canonical_subject)) };
  const { entries, openings, keys, receipts = [] } = vector.bundle;
  const at = (seq) => (fault) => refuse({ seq, fault });
  const given = { keys: Object.fromEntries(keys.map((jwk) => [jwk.kid, jwk])) };
  if (entries.length === 0) at(0)('entries');
  const hashes = [];
  entries.forEach((entry, index) => {
    const bad = at(Number.isSafeInteger(entry.seq) ? entry.seq : 0);
    const before = entries[index - 1];
    if (!ENTRY(entry)) bad('schema');
    if (before && canonical(entry.subject) !== canonical(before.subject)) bad('subject');
    if (entry.seq !== index + 1) bad(before ? 'seq' : 'part');
    if (entry.prev_hash !== (before ? hashes[index - 1] : hashOf(entry.subject))) bad('prev_hash');
    const { jws, ...signed } = entry;
    const body = payload(jws, 'rctp-attestation+jwt', 'ES256', (kid) => keyOf(given, kid), bad);
    if (!body.equals(utf8(canonical(signed)))) bad('payload');
    if (before && entry.at < before.at) bad('at');
    for (const { seq, path: pointer, salt, value } of openings) {
      if (seq === entry.seq && pointed(entry, pointer) !== hashOf({ salt, value })) bad('opening');
    }
    hashes.push(hashOf(entry));
  });
  if (openings.some(({ seq }) => !hashes[seq - 1])) at(0)('opening');
  for (const { subject, seq, hash: kept } of receipts) {
    if (canonical(subject) === canonical(entries[0].subject) && hashes[seq - 1] !== kept) at(0)('receipt');
  }
  return { hashes };
}
