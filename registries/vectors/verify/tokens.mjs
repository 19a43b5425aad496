// Compact JWS (RFC 7515): checkouts and events.
import { base64url, canonical, isObject, one, parseJson, refuse, utf8 } from './json.mjs';
import { ALGORITHM, keyOf, verifies } from './keys.mjs';

/** The payload of a JWS of this typ by one of the keys; `bad` is told the first check that fails. */
export function payload(compact, typ, algorithm, key, bad) {
  const parts = compact.split('.');
  if (parts.length !== 3) bad('form');
  const [head, body, signature] = parts.map((part) => base64url(part) ?? bad('base64url'));
  let header;
  try { header = parseJson(head.toString('utf8')); } catch { /* none */ }
  if (!isObject(header) || Object.keys(header).sort().join() !== 'alg,kid,typ') bad('header');
  if (header.typ !== typ) bad('typ');
  if (header.alg !== algorithm) bad('alg');
  const jwk = key(header.kid) ?? bad('kid');
  if (ALGORITHM[jwk.crv] !== algorithm || !verifies(jwk, utf8(parts[0] + '.' + parts[1]), signature)) bad('signature');
  return body;
}

function claimsOf(bytes, shape, bad) {
  let claims;
  try { claims = parseJson(bytes.toString('utf8')); } catch { bad('claims'); }
  if (!isObject(claims)) bad('claims');
  for (const name of Object.keys(claims)) if (!shape[name]) bad('claims');
  for (const [name, fits] of Object.entries(shape)) if (!fits(claims[name])) bad('claims');
  return claims;
}

export const closed = (shape) => (value) => isObject(value) && Object.keys(value).every((name) => Object.hasOwn(shape, name))
  && Object.entries(shape).every(([name, fits]) => fits(value[name]));
export const integer = (least) => (value) => Number.isSafeInteger(value) && value >= least;
const isMoney = closed({ amount: integer(0), currency: one(/^[A-Z]{3}$/) });
const isOption = closed({ option: one(/^[a-z][a-z0-9_]*$/) });
export const isDigest = one(/^sha-256:[0-9a-f]{64}$/);
const isThumbprint = one(/^[A-Za-z0-9_-]{43}$/);
export const isTime = (value) => one(/^\d{4}-\d\d-\d\dT([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,9})?Z$/)(value) && !Number.isNaN(Date.parse(value));
const isVisible = one(/^[!-~]{1,128}$/);
const isText = (value) => typeof value === 'string' && value.length > 0 && value.length <= 2048;
const id = (prefix) => one(new RegExp(`^${prefix}_[a-z2-7]{26}$`));

const CHECKOUT = {
  iss: isText, jti: id('chk'), listing_id: one(/^[A-Za-z0-9._~-]{1,128}$/), listing_hash: isDigest, offer_id: id('off'),
  negotiation_id: id('neg'), deal_terms: closed({ price: isMoney, fulfillment: isOption, payment: isOption }),
  buyer_jkt: isThumbprint, nonce: one(/^[A-Za-z0-9_-]{22,86}$/), iat: integer(0), exp: integer(0),
};

export function judgeCheckout({ checkout, request_key: buyer }, file) {
  const bad = (fault) => refuse({ reason: 'checkout_invalid', fault });
  const claims = claimsOf(payload(checkout, 'rctp-checkout+jwt', 'ES256', (kid) => keyOf(file, kid), bad), CHECKOUT, bad);
  if (claims.iss !== file.issuer) bad('issuer');
  if (claims.buyer_jkt !== buyer) bad('buyer');
  if (file.now >= claims.exp) bad('expired');
  return { claims };
}

const FULFILLMENT = ['shipped', 'delivered', 'returned_to_sender', 'return'];
const MONEY = ['funds_held', 'released', 'refund'];
const DOMAIN = /^[a-z](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9_-]*[a-z0-9_])?)+$/;
const when = (condition, fits) => (value) => (condition ? fits(value) : value === undefined);

function eventShape({ type, relation }) {
  const checkpoint = [...MONEY, ...FULFILLMENT, 'accepted', 'rejected'].includes(type);
  const optional = (fits) => (value) => value === undefined || fits(value);
  const relayed = relation === 'relayed';
  return {
    iss: isText, deal_id: id('dea'), type: (value) => checkpoint || one(DOMAIN)(value), occurred_at: isTime,
    source_event_id: relayed ? isVisible : optional(isVisible), iat: integer(0), jti: isVisible,
    amount: when(MONEY.includes(type), isMoney),
    reason: when(type === 'rejected', one(/^(not_as_described|not_received)$/)),
    relation: when(FULFILLMENT.includes(type), one(/^(first_hand|relayed)$/)),
    reported_by: when(relayed, isText),
    next_jkt: when(type === 'dev.rctp.key_succession', isThumbprint),
    data: checkpoint || type === 'dev.rctp.key_succession' ? when(false) : optional(isObject),
  };
}

export function judgeEvent({ event, request_key: kid }, file) {
  const bad = (fault) => refuse({ reason: 'request_invalid', fault });
  const jwk = keyOf(file, kid);
  const body = payload(event, 'rctp-deal-event+jwt', ALGORITHM[jwk.crv], (named) => (named === kid ? jwk : null), bad);
  let loose = {};
  try { loose = parseJson(body.toString('utf8')); } catch { /* judged next */ }
  const claims = claimsOf(body, eventShape(loose), bad);
  if (claims.iat > file.now + 60 || claims.iat < file.now - 300) bad('iat');
  if (Date.parse(claims.occurred_at) > (file.now + 60) * 1000) bad('occurred_at');
  if (claims.iss !== file.profile) bad('iss');
  if (claims.deal_id !== file.deal_id) bad('deal_id');
  if (claims.amount && canonical(claims.amount) !== canonical(file.price)) bad('amount');
  return { claims };
}
