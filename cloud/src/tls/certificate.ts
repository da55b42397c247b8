/** Makes X.509 certificates with P-256 keys; Node's own crypto signs, the library writes the ASN.1. */
import { createHash, createPublicKey, randomBytes, sign, type KeyObject } from 'node:crypto'
import { Attributes, CertificationRequest, CertificationRequestInfo } from '@peculiar/asn1-csr'
import { AsnConvert, OctetString } from '@peculiar/asn1-schema'
import {
  AlgorithmIdentifier,
  Attribute,
  AttributeTypeAndValue,
  AttributeValue,
  AuthorityKeyIdentifier,
  BasicConstraints,
  Certificate,
  ExtendedKeyUsage,
  Extension,
  Extensions,
  GeneralName,
  GeneralSubtree,
  GeneralSubtrees,
  id_ce_authorityKeyIdentifier,
  id_ce_basicConstraints,
  id_ce_extKeyUsage,
  id_ce_keyUsage,
  id_ce_nameConstraints,
  id_ce_subjectAltName,
  id_ce_subjectKeyIdentifier,
  id_kp_serverAuth,
  KeyIdentifier,
  KeyUsage,
  KeyUsageFlags,
  Name,
  NameConstraints,
  RelativeDistinguishedName,
  SubjectAlternativeName,
  SubjectKeyIdentifier,
  SubjectPublicKeyInfo,
  TBSCertificate,
  Validity,
  Version,
} from '@peculiar/asn1-x509'

/** DNS names and IP addresses; in constraints an address has a prefix length. */
export type Names = { dns: readonly string[]; ip: readonly string[] }
/** Both in ms. */
export type Period = { from: number; until: number }
type Issuer = { name: string; key: KeyObject }

const ecdsaWithSha256 = '1.2.840.10045.4.3.2'
const commonName = '2.5.4.3'
/** PKCS #9 */
const extensionRequest = '1.2.840.113549.1.9.14'

/** Has no mailbox: where the only permitted ones are there, a certificate for e-mail is never valid. */
const noMailbox = new GeneralName({ rfc822Name: 'invalid' })

/** A CA that signs itself, and may only sign certificates of servers with these names. */
export function caCertificate({ name, key, permitted, period }: Issuer & { permitted: Names; period: Period }): string {
  return certificateOf({ name, key: createPublicKey(key), issuer: { name, key }, period }, [
    extension(id_ce_basicConstraints, new BasicConstraints({ cA: true, pathLenConstraint: 0 }), true),
    extension(id_ce_keyUsage, new KeyUsage(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign), true),
    extension(id_ce_extKeyUsage, new ExtendedKeyUsage([id_kp_serverAuth])),
    extension(
      id_ce_nameConstraints,
      new NameConstraints({
        permittedSubtrees: new GeneralSubtrees(
          [...generalNames(permitted), noMailbox].map((base) => new GeneralSubtree({ base })),
        ),
      }),
      true,
    ),
  ])
}

/** A server's certificate, for these names. */
export function serverCertificate({
  issuer,
  key,
  names,
  period,
}: {
  issuer: Issuer
  key: KeyObject
  names: Names
  period: Period
}): string {
  return certificateOf({ name: 'Homeport', key: createPublicKey(key), issuer, period }, [
    extension(id_ce_basicConstraints, new BasicConstraints({ cA: false }), true),
    extension(id_ce_keyUsage, new KeyUsage(KeyUsageFlags.digitalSignature), true),
    extension(id_ce_extKeyUsage, new ExtendedKeyUsage([id_kp_serverAuth])),
    extension(id_ce_subjectAltName, new SubjectAlternativeName(generalNames(names))),
  ])
}

/** A request to a CA for a server's certificate, in DER form (PKCS #10). */
export function certificateRequest(key: KeyObject, dns: readonly string[]): Buffer {
  const info = new CertificationRequestInfo({
    subject: new Name([]),
    subjectPKInfo: AsnConvert.parse(spkiOf(createPublicKey(key)), SubjectPublicKeyInfo),
    attributes: new Attributes([
      new Attribute({
        type: extensionRequest,
        values: [
          AsnConvert.serialize(
            new Extensions([extension(id_ce_subjectAltName, new SubjectAlternativeName(generalNames({ dns, ip: [] })))]),
          ),
        ],
      }),
    ]),
  })
  const signature = sign('sha256', Buffer.from(AsnConvert.serialize(info)), key)
  const whole = new CertificationRequest({
    certificationRequestInfo: info,
    signatureAlgorithm: new AlgorithmIdentifier({ algorithm: ecdsaWithSha256 }),
    signature: bytesOf(signature),
  })
  return Buffer.from(AsnConvert.serialize(whole))
}

/** The names that a CA's certificate permits. */
export function permittedOf(der: Buffer): Names {
  const { extensions = [] } = AsnConvert.parse(der, Certificate).tbsCertificate
  const written = extensions.find(({ extnID }) => extnID === id_ce_nameConstraints)
  const bases = written ? (AsnConvert.parse(written.extnValue, NameConstraints).permittedSubtrees ?? []) : []
  return {
    dns: bases.flatMap(({ base }) => base.dNSName ?? []),
    ip: bases.flatMap(({ base }) => base.iPAddress ?? []),
  }
}

export function pemOf(der: Buffer): string {
  const lines = der.toString('base64').match(/.{1,64}/g) ?? []
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n')
}

/** In PEM form. */
function certificateOf(
  { name, key, issuer, period }: { name: string; key: KeyObject; issuer: Issuer; period: Period },
  extensions: readonly Extension[],
): string {
  const algorithm = new AlgorithmIdentifier({ algorithm: ecdsaWithSha256 })
  const tbs = new TBSCertificate({
    version: Version.v3,
    serialNumber: serialNumber(),
    signature: algorithm,
    issuer: nameOf(issuer.name),
    validity: new Validity({ notBefore: new Date(period.from), notAfter: new Date(period.until) }),
    subject: nameOf(name),
    subjectPublicKeyInfo: AsnConvert.parse(spkiOf(key), SubjectPublicKeyInfo),
    extensions: new Extensions([
      ...extensions,
      extension(id_ce_subjectKeyIdentifier, new SubjectKeyIdentifier(keyId(key))),
      extension(
        id_ce_authorityKeyIdentifier,
        new AuthorityKeyIdentifier({ keyIdentifier: new KeyIdentifier(keyId(createPublicKey(issuer.key))) }),
      ),
    ]),
  })
  const signature = sign('sha256', Buffer.from(AsnConvert.serialize(tbs)), issuer.key)
  const whole = new Certificate({ tbsCertificate: tbs, signatureAlgorithm: algorithm, signatureValue: bytesOf(signature) })
  return pemOf(Buffer.from(AsnConvert.serialize(whole)))
}

function extension(extnID: string, value: object, critical = false): Extension {
  return new Extension({ extnID, critical, extnValue: new OctetString(AsnConvert.serialize(value)) })
}

function generalNames({ dns, ip }: Names): GeneralName[] {
  return [...dns.map((dNSName) => new GeneralName({ dNSName })), ...ip.map((iPAddress) => new GeneralName({ iPAddress }))]
}

function nameOf(text: string): Name {
  const value = new AttributeValue({ utf8String: text })
  return new Name([new RelativeDistinguishedName([new AttributeTypeAndValue({ type: commonName, value })])])
}

function spkiOf(key: KeyObject): Buffer {
  return key.export({ type: 'spki', format: 'der' })
}

function keyId(key: KeyObject): ArrayBuffer {
  return bytesOf(createHash('sha1').update(spkiOf(key)).digest())
}

/** A positive number of 127 bits, never zero. */
function serialNumber(): ArrayBuffer {
  const bytes = randomBytes(16)
  bytes[0] = ((bytes[0] ?? 0) & 0x7f) | 0x40
  return bytesOf(bytes)
}

function bytesOf(buffer: Buffer): ArrayBuffer {
  return new Uint8Array(buffer).buffer
}
