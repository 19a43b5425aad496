// HTTP message signatures (RFC 9421).
import { isTrue, parseDictionary, parseItem, writeBare, writeDictionary, writeMember } from './fields.mjs';
import { refuse, sha256, utf8 } from './json.mjs';
import { ALGORITHM, HTTP_ALGORITHM, keyOf, verifies } from './keys.mjs';

const lines = (message, name) => message.headers.filter(([n]) => n.toLowerCase() === name).map(([, value]) => value.trim());
const field = (message, name) => (lines(message, name).length ? lines(message, name).join(', ') : undefined);
const DERIVED = ['@method', '@target-uri', '@authority', '@scheme', '@request-target', '@path', '@query', '@query-param', '@status'];

function component(item) {
  const name = item.bare.value;
  const parameters = item.parameters;
  if (item.bare.type !== 'string') throw new SyntaxError('component');
  if (name.startsWith('@') ? !DERIVED.includes(name) : !/^[!#$%&'*+\-.^_`|~0-9a-z]+$/.test(name)) throw new SyntaxError(name);
  for (const [key, value] of parameters) {
    const flag = ['req', 'sf', 'bs', 'tr'].includes(key) && isTrue(value);
    const known = name.startsWith('@') ? key === 'req' && flag : flag || (key === 'key' && value.type === 'string');
    if (!known && !(name === '@query-param' && key === 'name' && value.type === 'string')) throw new SyntaxError(key);
  }
  if (parameters.has('bs') && (parameters.has('sf') || parameters.has('key'))) throw new SyntaxError('bs');
  if (name === '@query-param' && !parameters.has('name')) throw new SyntaxError('name');
  const identity = name + [...parameters].map(([key, value]) => ';' + key + '=' + writeBare(value)).sort().join('');
  return { name, parameters, identity, text: writeMember(item) };
}

function authorityOf(request) {
  return (field(request, 'host') ?? '').toLowerCase().replace(/:443$/, '');
}

function componentValue({ name, parameters }, response, request) {
  const absent = () => { throw new RangeError(name); };
  if (parameters.has('req') && !response) absent();
  const message = !response || parameters.has('req') ? request : response;
  if (parameters.has('tr')) absent();
  if (name === '@status') return message === response && response ? String(response.status) : absent();
  if (name.startsWith('@')) {
    if (message === response) absent();
    const [, way, query] = /^([^?]*)(\?.*)?$/s.exec(request.target);
    switch (name) {
      case '@method': return request.method;
      case '@authority': return authorityOf(request);
      case '@scheme': return 'https';
      case '@path': return way;
      case '@query': return query ?? '?';
      case '@request-target': return request.target;
      case '@target-uri': return 'https://' + authorityOf(request) + request.target;
      default: {
        const found = new URLSearchParams(query ?? '').getAll(decodeURIComponent(parameters.get('name').value));
        return found.length === 1 ? encodeURIComponent(found[0]) : absent();
      }
    }
  }
  const value = field(message, name) ?? absent();
  if (parameters.has('key')) return writeMember(parseDictionary(value).get(parameters.get('key').value) ?? absent());
  if (parameters.has('sf')) return writeDictionary(parseDictionary(value));
  if (parameters.has('bs')) return lines(message, name).map((line) => ':' + Buffer.from(line, 'latin1').toString('base64') + ':').join(', ');
  return value;
}

/** The signature sig1 of a message with its components, or null where there is none that can be read. */
function received(message) {
  try {
    const input = parseDictionary(field(message, 'signature-input')).get('sig1');
    const signature = parseDictionary(field(message, 'signature')).get('sig1');
    if (!input?.items || signature?.bare?.type !== 'bytes') return null;
    const components = input.items.map(component);
    if (new Set(components.map((c) => c.identity)).size !== components.length) return null;
    const types = { created: 'integer', expires: 'integer', keyid: 'string', alg: 'string', nonce: 'string', tag: 'string' };
    const parameters = {};
    for (const [key, value] of input.parameters) {
      if (types[key] && types[key] !== value.type) return null;
      parameters[key] = value.value;
    }
    if (parameters.tag !== undefined && parameters.tag !== 'web-bot-auth') return null;
    return { components, parameters, input: writeMember(input), signature: signature.bare.value };
  } catch {
    return null;
  }
}

function digestMatches(message) {
  try {
    const digest = parseDictionary(field(message, 'content-digest')).get('sha-256');
    return digest?.bare?.type === 'bytes' && digest.bare.value.equals(sha256(utf8(message.body)));
  } catch {
    return false;
  }
}

/** What requests and answers are held to alike; gives the base. `response` is null for a request. */
function judgeSignature(signed, jwk, gap, response, request, file, refusal) {
  const { created, expires, alg } = signed.parameters;
  const message = response ?? request;
  if (alg !== undefined && alg !== HTTP_ALGORITHM[ALGORITHM[jwk.crv]]) refusal('algorithm_unsupported');
  gap();
  if ((message.body !== '' || field(message, 'content-digest') !== undefined) && !digestMatches(message)) refusal('digest_mismatch');
  const stale = created === undefined ? response !== null : created > file.now + 60 || created < file.now - 300;
  if (stale || (expires !== undefined && (expires <= file.now || expires <= created))) refusal('signature_expired');
  let base = '';
  try {
    for (const one of signed.components) base += one.text + ': ' + componentValue(one, response, request) + '\n';
  } catch {
    refusal('signature_invalid');
  }
  base += '"@signature-params": ' + signed.input;
  if (!verifies(jwk, Buffer.from(base, 'latin1'), signed.signature)) refusal('signature_invalid', base);
  return { base };
}

export function judgeRequest({ request }, file) {
  const other = (status, reason) => refuse({ status, reason });
  const refusal = (cause, base) => refuse({ status: 401, reason: 'signature_invalid', cause, ...(base === undefined ? {} : { base }) });
  if (['host', 'authorization', 'ucp-agent', 'idempotency-key'].some((name) => lines(request, name).length > 1)
    || !file.authorities.includes(authorityOf(request))) other(400, 'request_invalid');
  const signed = received(request) ?? refusal('signature_missing');
  let profile;
  try { profile = parseDictionary(field(request, 'ucp-agent')).get('profile')?.bare; } catch { /* none */ }
  if (profile?.type !== 'string' || !profile.value.startsWith('https://')) other(401, 'operator_unknown');
  const jwk = keyOf(file, signed.parameters.keyid) ?? other(401, 'operator_unknown');
  const covered = (name) => signed.components.some((c) => c.name === name && !c.parameters.has('req') && !c.parameters.has('tr')
    && (name === 'signature-agent' || !c.parameters.has('key')));
  const gap = () => {
    const present = ['ucp-agent', 'idempotency-key', 'signature-agent'].filter((name) => field(request, name) !== undefined);
    const required = ['@method', '@authority', '@path', ...present];
    if (request.target.includes('?')) required.push('@query');
    if (request.body !== '') required.push('content-digest', 'content-type');
    if (!required.every(covered)) refusal('coverage_insufficient');
    if (field(request, 'authorization') !== undefined && !covered('authorization')) other(401, 'grant_invalid');
  };
  return judgeSignature(signed, jwk, gap, null, request, file, refusal);
}

export function judgeResponse({ request, response }, file) {
  const refusal = (cause, base) => refuse({ cause, ...(base === undefined ? {} : { base }) });
  const signed = received(response) ?? refusal('signature_missing');
  const jwk = keyOf(file, signed.parameters.keyid) ?? refusal('key_unknown');
  const gap = () => {
    const required = ['"@status"', '"@method";req', '"@authority";req', '"@path";req'];
    for (const name of ['rctp-decision', 'rctp-record']) if (field(response, name) !== undefined) required.push(`"${name}"`);
    if (response.body !== '') required.push('"content-digest"', '"content-type"');
    if (request.target.includes('?')) required.push('"@query";req');
    if (received(request)) required.push('"signature";key="sig1";req');
    const covered = new Set(signed.components.map((c) => c.identity));
    if (!required.every((text) => covered.has(component(parseItem(text)).identity))) refusal('coverage_insufficient');
  };
  return judgeSignature(signed, jwk, gap, response, request, file, refusal);
}
