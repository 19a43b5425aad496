// Keys and signatures: ECDSA as r and s (RFC 7518 3.4), both from 1 to n-1.
import crypto from 'node:crypto';
import { canonical, refuse, sha256, utf8 } from './json.mjs';

const ORDERS = {
  ES256: BigInt('0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551'),
  ES384: BigInt('0xffffffffffffffffffffffffffffffffffffffffffffffffc7634d81f4372ddf581a0db248b0a77aecec196accc52973'),
};
export const HTTP_ALGORITHM = { ES256: 'ecdsa-p256-sha256', ES384: 'ecdsa-p384-sha384', EdDSA: 'ed25519' };
export const ALGORITHM = { 'P-256': 'ES256', 'P-384': 'ES384', Ed25519: 'EdDSA' };

export const publicKey = (jwk) => crypto.createPublicKey({ key: jwk, format: 'jwk' });

export function thumbprint(jwk) {
  const members = jwk.kty === 'EC' ? ['crv', 'kty', 'x', 'y'] : ['crv', 'kty', 'x'];
  return sha256(utf8(canonical(Object.fromEntries(members.map((name) => [name, jwk[name]]))))).toString('base64url');
}

export function verifies(jwk, message, signature) {
  const algorithm = ALGORITHM[jwk.crv];
  if (algorithm === 'EdDSA') return signature.length === 64 && crypto.verify(null, message, publicKey(jwk), signature);
  const width = algorithm === 'ES256' ? 32 : 48;
  if (signature.length !== 2 * width) return false;
  const halves = [signature.subarray(0, width), signature.subarray(width)].map((h) => BigInt('0x' + h.toString('hex')));
  if (halves.some((half) => half < 1n || half >= ORDERS[algorithm])) return false;
  const key = { key: publicKey(jwk), dsaEncoding: 'ieee-p1363' };
  return crypto.verify(algorithm === 'ES256' ? 'sha256' : 'sha384', message, key, signature);
}

/** The key that names itself so rightly (OPR-3). */
export const keyOf = (file, kid) => Object.values(file.keys).find((jwk) => jwk.kid === kid && thumbprint(jwk) === kid);

export function judgeKey({ jwk }) {
  const { x, y } = crypto.createPublicKey(crypto.createPrivateKey({ key: jwk, format: 'jwk' })).export({ format: 'jwk' });
  if (x !== jwk.x || y !== jwk.y || thumbprint(jwk) !== jwk.kid) refuse({ fault: 'key' });
  return { thumbprint: jwk.kid };
}
