// Structured fields (RFC 9651): what is parsed keeps its type, so that it can be written again.
import { refuse } from './json.mjs';

class FieldParser {
  constructor(text) { this.text = text.replace(/^ +| +$/g, ''); this.at = 0; }
  bad() { throw new SyntaxError('malformed field at ' + this.at); }
  take(pattern) {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text);
    if (!found) this.bad();
    this.at += found[0].length;
    return found[0];
  }
  peek() { return this.text[this.at]; }
  done() { return this.at >= this.text.length; }
  bare() {
    const first = this.peek() ?? this.bad();
    if (first === '"') {
      return { type: 'string', value: this.take(/"(?:[ !#-[\]-~]|\\["\\])*"/y).slice(1, -1).replace(/\\(.)/g, '$1') };
    }
    if (first === ':') {
      const text = this.take(/:[A-Za-z0-9+/]*={0,2}:/y).slice(1, -1);
      return { type: 'bytes', value: Buffer.from(text, 'base64') };
    }
    if (first === '?') return { type: 'boolean', value: this.take(/\?[01]/y) === '?1' };
    if (first === '@') return { type: 'date', value: Number(this.take(/@-?[0-9]{1,15}(?![0-9.])/y).slice(1)) };
    if (/[-0-9]/.test(first)) {
      const text = this.take(/-?(?:[0-9]{1,12}\.[0-9]{1,3}|[0-9]{1,15})(?![0-9.])/y);
      return { type: text.includes('.') ? 'decimal' : 'integer', value: Number(text) };
    }
    return { type: 'token', value: this.take(/[A-Za-z*][!#$%&'*+\-.^_`|~0-9A-Za-z:/]*/y) };
  }
  key() { return this.take(/[a-z*][a-z0-9_\-.*]*/y); }
  parameters() {
    const parameters = new Map();
    while (this.peek() === ';') {
      this.at++;
      this.take(/ */y);
      const key = this.key();
      let value = { type: 'boolean', value: true };
      if (this.peek() === '=') { this.at++; value = this.bare(); }
      parameters.set(key, value);
    }
    return parameters;
  }
  item() { return { bare: this.bare(), parameters: this.parameters() }; }
  member() {
    if (this.peek() !== '(') return this.item();
    this.at++;
    const items = [];
    for (;;) {
      this.take(/ */y);
      if (this.peek() === ')') { this.at++; return { items, parameters: this.parameters() }; }
      items.push(this.item());
      if (!' )'.includes(this.peek() ?? 'x')) this.bad();
    }
  }
  dictionary() {
    const members = new Map();
    while (!this.done()) {
      const key = this.key();
      if (members.has(key)) this.bad();
      if (this.peek() === '=') { this.at++; members.set(key, this.member()); }
      else members.set(key, { bare: { type: 'boolean', value: true }, parameters: this.parameters() });
      this.take(/[ \t]*/y);
      if (this.done()) break;
      this.take(/,[ \t]*/y);
      if (this.done()) this.bad();
    }
    return members;
  }
}
export const parseDictionary = (text) => new FieldParser(text ?? '').dictionary();
export function parseItem(text) {
  const parser = new FieldParser(text);
  const item = parser.item();
  if (!parser.done()) parser.bad();
  return item;
}
export function writeBare({ type, value }) {
  switch (type) {
    case 'string': return '"' + value.replace(/["\\]/g, '\\$&') + '"';
    case 'bytes': return ':' + value.toString('base64') + ':';
    case 'boolean': return value ? '?1' : '?0';
    case 'date': return '@' + value;
    default: return String(value);
  }
}
export const isTrue = (bare) => bare.type === 'boolean' && bare.value;
const writeParameters = (parameters) =>
  [...parameters].map(([key, value]) => ';' + key + (isTrue(value) ? '' : '=' + writeBare(value))).join('');
export const writeMember = (member) => (member.items
  ? '(' + member.items.map(writeMember).join(' ') + ')'
  : writeBare(member.bare)) + writeParameters(member.parameters);
export const writeDictionary = (members) => [...members].map(([key, member]) =>
  key + (!member.items && isTrue(member.bare) ? writeParameters(member.parameters) : '=' + writeMember(member))).join(', ');

const REASONS = ['signature_invalid', 'operator_unknown', 'grant_invalid', 'grant_revoked', 'grant_expired', 'action_forbidden',
  'not_in_scope', 'counterparty_not_eligible', 'terms_invalid', 'below_floor', 'offer_budget_exceeded', 'offer_expired',
  'offer_not_open', 'listing_reserved', 'listing_closed', 'approval_declined', 'approval_invalid', 'checkout_invalid',
  'release_condition_unmet', 'request_invalid', 'idempotency_conflict', 'enforcement_unavailable'];
const malformed = () => refuse({ fault: 'malformed' });

function readItem(text) {
  try { return parseItem(text); } catch { return malformed(); }
}

export function judgeDecision({ field: text }) {
  const { bare, parameters } = readItem(text);
  const decision = { decision: bare.value };
  const shapes = {
    auto: {},
    ask: {
      approval_id: (p) => p?.type === 'string' && /^apr_[a-z2-7]{26}$/.test(p.value),
      expires_in: (p) => p?.type === 'integer' && p.value >= 0 && p.value <= 604800,
      on_timeout: (p) => p?.type === 'token' && p.value === 'deny',
    },
    forbid: {
      action: (p) => p === undefined || (p.type === 'string' && /^[a-z][a-z_]*(\.[a-z][a-z_]*)+$/.test(p.value)),
      reason: (p) => p?.type === 'token' && REASONS.includes(p.value),
    },
  };
  const shape = bare.type === 'token' && Object.hasOwn(shapes, bare.value) ? shapes[bare.value] : malformed();
  if ([...parameters.keys()].some((key) => !shape[key])) malformed();
  for (const [key, fits] of Object.entries(shape)) if (!fits(parameters.get(key))) malformed();
  for (const [key, { value }] of parameters) decision[key] = value;
  return { decision };
}

export function judgeReceipt({ field: text }) {
  const { bare, parameters } = readItem(text);
  const found = bare.type === 'string' && /^([a-z][a-z_]{0,31})\/([A-Za-z0-9._~-]{1,160})$/.exec(bare.value);
  const seq = parameters.get('seq');
  const digest = parameters.get('hash');
  if (!found || seq?.type !== 'integer' || seq.value < 1 || digest?.type !== 'bytes' || digest.value.length !== 32) malformed();
  const subject = { type: found[1], id: found[2] };
  return { receipt: { subject, seq: seq.value, hash: 'sha-256:' + digest.value.toString('hex') } };
}
