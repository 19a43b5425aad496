// I-JSON and its canonical form (RFC 7493, RFC 8785), hashes, base64url.
import crypto from 'node:crypto';

export class Refused extends Error {
  constructor(expected) { super(JSON.stringify(expected)); this.expected = expected; }
}
export const refuse = (expected) => { throw new Refused(expected); };
export const utf8 = (text) => Buffer.from(text, 'utf8');
export const sha256 = (bytes) => crypto.createHash('sha256').update(bytes).digest();
export const hash = (bytes) => 'sha-256:' + sha256(bytes).toString('hex');
export function base64url(text) {
  const bytes = Buffer.from(text, 'base64url');
  return bytes.toString('base64url') === text ? bytes : null;
}

export function parseJson(text) {
  let at = 0;
  const bad = () => { throw new SyntaxError('not I-JSON at ' + at); };
  const space = () => { while (' \t\n\r'.includes(text[at] || 'x')) at++; };
  const match = (pattern) => {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found) at += found[0].length;
    return found && found[0];
  };
  const string = () => {
    const raw = match(/"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y);
    if (raw === null) bad();
    const value = JSON.parse(raw);
    if (/\p{Surrogate}/u.test(value)) bad(); // halves only: pairs are one character here
    return value;
  };
  const value = (depth) => {
    space();
    const first = text[at];
    if (first === '"') return string();
    if (first === '{' || first === '[') {
      if (depth === 32) bad();
      at++;
      return first === '{' ? object(depth + 1) : array(depth + 1);
    }
    const literal = match(/true|false|null/y);
    if (literal) return JSON.parse(literal);
    const number = match(/-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y);
    if (number === null) bad();
    const result = Number(number);
    if (!Number.isFinite(result) || (/^-?[0-9]+$/.test(number) && !Number.isSafeInteger(result))) bad();
    return result;
  };
  const members = (end, one) => {
    space();
    if (text[at] === end) { at++; return; }
    for (;;) {
      one();
      space();
      const next = text[at++];
      if (next === end) return;
      if (next !== ',') bad();
    }
  };
  const object = (depth) => {
    const result = Object.create(null);
    members('}', () => {
      space();
      const name = string();
      space();
      if (text[at++] !== ':' || name in result) bad();
      result[name] = value(depth);
    });
    return result;
  };
  const array = (depth) => {
    const result = [];
    members(']', () => result.push(value(depth)));
    return result;
  };
  const result = value(0);
  space();
  if (at !== text.length) bad();
  return result;
}

export function canonical(value) {
  if (Array.isArray(value)) return '[' + value.map(canonical).join(',') + ']';
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const names = Object.keys(value).sort();
  return '{' + names.map((name) => JSON.stringify(name) + ':' + canonical(value[name])).join(',') + '}';
}
export const hashOf = (value) => hash(utf8(canonical(value)));
export const isObject = (value) => value !== null && typeof value === 'object' && !Array.isArray(value);
export const one = (pattern) => (value) => typeof value === 'string' && pattern.test(value);
