import { X509Certificate, createPrivateKey, createPublicKey } from 'node:crypto'
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect, createServer, type ConnectionOptions } from 'node:tls'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { silent, type Log } from '../kit/log.ts'
import { permittedOf, serverCertificate, type Names } from './certificate.ts'
import { openHomeCa } from './home-ca.ts'
import { machineNames } from './machine-names.ts'
import type { KeyPair } from './certificate-source.ts'

const dayMs = 24 * 60 * 60 * 1000
let folder: string
let clock: number
let names: Names
const warnings: string[] = []
const log: Log = { ...silent, warn: (_: unknown, text?: string) => void warnings.push(text ?? '') }

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'homeport-ca-'))
  clock = Date.now()
  names = machineNames({ names: ['nas'], origins: [] }, ['192.168.1.20', 'fd12::5'])
  warnings.length = 0
})
afterEach(() => rm(folder, { recursive: true }))

const open = () => openHomeCa({ folder, hostname: 'nas', names: () => names, now: () => clock, log })

/** '' if a client of TLS that trusts `ca` accepts the server under this name, otherwise why not. */
async function refusal(pair: KeyPair, { ca, servername }: { ca?: string; servername?: string }): Promise<string> {
  const server = createServer(pair, (socket) => socket.end())
  server.on('tlsClientError', () => undefined)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port }: Pick<AddressInfo, 'port'> = Object(server.address())
  const options: ConnectionOptions = { port, host: '127.0.0.1', ...(ca && { ca }), ...(servername && { servername }) }
  const socket = connect(options)
  try {
    await once(socket, 'secureConnect')
    return ''
  } catch (error) {
    return error instanceof Error ? `${'code' in error ? String(error.code) : ''} ${error.message}` : String(error)
  } finally {
    socket.destroy()
    server.close()
  }
}

test('what it signs is accepted by who trusts the CA, under each name and address of the machine, and by nobody else', async () => {
  const source = await open()
  const pair = await source.read()
  const ca = source.ca?.pem ?? ''
  for (const servername of ['nas.local', 'localhost', '']) expect(await refusal(pair, { ca, servername })).toBe('')
  expect(await refusal(pair, { ca, servername: 'elsewhere.local' })).toContain('ERR_TLS_CERT_ALTNAME_INVALID')
  expect(await refusal(pair, {})).toContain('UNABLE_TO_VERIFY_LEAF_SIGNATURE')
  const certificate = new X509Certificate(pair.cert)
  expect(['192.168.1.20', 'fd12::5', '::1'].map((address) => certificate.checkIP(address))).not.toContain(undefined)
})

test('it can’t stand in for other sites: what it would sign for them is refused', async () => {
  const source = await open()
  const key = createPrivateKey(await readFile(join(folder, 'ca.pem')))
  const sign = (dns: string) => ({
    cert: serverCertificate({
      issuer: { name: source.ca?.name ?? '', key },
      key,
      names: { dns: [dns], ip: [] },
      period: { from: clock - dayMs, until: clock + dayMs },
    }),
    key: key.export({ type: 'pkcs8', format: 'pem' }).toString(),
  })
  const ca = source.ca?.pem ?? ''
  expect(await refusal(sign('box.local'), { ca, servername: 'box.local' })).toBe('')
  for (const servername of ['bank.example', 'nas', 'www.nas', 'x.fritz.box', 'x.lan'])
    expect(await refusal(sign(servername), { ca, servername })).toContain('permitted subtree violation')
})

test('a machine that is called as a public ending gives no CA for the names under it', async () => {
  for (const name of ['tv', 'media', 'cloud', 'box.example.org']) {
    names = machineNames({ names: [name], origins: [] }, [])
    const source = await openHomeCa({ folder: join(folder, name), hostname: name, names: () => names, now: () => clock, log })
    expect(permittedOf(new X509Certificate(source.ca?.pem ?? '').raw).dns).toEqual(['local', 'localhost'])
    expect(new X509Certificate((await source.read()).cert).subjectAltName).toContain(`DNS:${name.split('.')[0]}.local`)
  }
})

test('it signs for servers only: no program takes a certificate for e-mail of it', async () => {
  const source = await open()
  const [ca, request, leaf] = [join(folder, 'ca.pem'), join(folder, 'mail.csr'), join(folder, 'mail.pem')]
  const extensions = join(folder, 'mail.cnf')
  await writeFile(extensions, 'subjectAltName=email:me@example.org\nextendedKeyUsage=emailProtection\n')
  const openssl = (...args: string[]) => spawnSync('openssl', args, { encoding: 'utf8' })
  openssl('req', '-new', '-key', ca, '-subj', '/CN=me', '-out', request)
  openssl('x509', '-req', '-in', request, '-CA', ca, '-CAkey', ca, '-days', '2', '-extfile', extensions, '-out', leaf)
  const trusted = join(folder, 'trusted.pem')
  await writeFile(trusted, source.ca?.pem ?? '')
  expect(openssl('verify', '-CAfile', trusted, leaf).stderr).toContain('permitted subtree violation')
  expect(openssl('verify', '-CAfile', trusted, '-purpose', 'smimesign', leaf).stderr).toMatch(
    /unsuitable certificate purpose|unsupported certificate purpose/,
  )
})

test('the certificate keeps to the limits of iOS', async () => {
  const source = await open()
  const { cert } = await source.read()
  const certificate = new X509Certificate(cert)
  const days = (certificate.validToDate.getTime() - certificate.validFromDate.getTime()) / dayMs
  expect(days).toBeLessThanOrEqual(398)
  expect(certificate.ca).toBe(false)
  // id-kp-serverAuth
  expect(certificate.keyUsage).toEqual(['1.3.6.1.5.5.7.3.1'])
  expect(certificate.subjectAltName).toContain('IP Address:192.168.1.20')
  expect(new X509Certificate(source.ca?.pem ?? '').ca).toBe(true)
})

test('a restart keeps CA and certificate; only their owner reads the keys, even if a copy opened them to others', async () => {
  const first = await open()
  const pair = await first.read()
  const path = join(folder, 'ca.pem')
  await writeFile(path, await readFile(path), { mode: 0o644 })
  const second = await open()
  expect(second.ca?.fingerprint).toBe(first.ca?.fingerprint)
  expect(await second.read()).toEqual(pair)
  for (const file of ['ca.pem', 'server.pem']) expect((await stat(join(folder, file))).mode & 0o777).toBe(0o600)
})

test('a new address and a near end are renewed under the same CA; a lost address is not', async () => {
  const source = await open()
  const first = await source.read()
  names = { ...names, ip: names.ip.filter((address) => address !== 'fd12::5') }
  expect(await source.read()).toEqual(first)
  names = { ...names, ip: [...names.ip, '10.0.0.7'] }
  const second = await source.read()
  expect(new X509Certificate(second.cert).checkIP('10.0.0.7')).toBe('10.0.0.7')
  clock += 300 * dayMs
  expect(await source.read()).toEqual(second)
  clock += 40 * dayMs
  const third = new X509Certificate((await source.read()).cert)
  expect(third.validToDate.getTime()).toBeGreaterThan(clock + 300 * dayMs)
  expect(third.verify(createPublicKey(source.ca?.pem ?? ''))).toBe(true)
})

test('a name that the CA may not sign for is left out and named in the log, once', async () => {
  const source = await open()
  names = { ...names, dns: [...names.dns, 'home.example.org'] }
  const { cert } = await source.read()
  await source.read()
  expect(new X509Certificate(cert).checkHost('home.example.org')).toBeUndefined()
  expect(new X509Certificate(cert).checkHost('nas.local')).toBe('nas.local')
  expect(warnings.length).toBe(1)
  expect(await refusal({ ...(await source.read()) }, { ca: source.ca?.pem ?? '', servername: 'nas.local' })).toBe('')
})

test('a clock that is years behind replaces nothing; the end of the CA does', async () => {
  const first = await open()
  clock -= 20 * 365 * dayMs
  expect((await open()).ca?.fingerprint).toBe(first.ca?.fingerprint)
  clock += 40 * 365 * dayMs
  expect((await open()).ca?.fingerprint).not.toBe(first.ca?.fingerprint)
})

test('a damaged CA is reported in one sentence, a damaged certificate is made anew', async () => {
  const source = await open()
  const first = await source.read()
  await writeFile(join(folder, 'server.pem'), 'nonsense')
  const again = await (await open()).read()
  expect(again.cert).not.toBe(first.cert)
  await writeFile(join(folder, 'ca.pem'), 'nonsense')
  await expect(open()).rejects.toThrow(/^HOMEPORT_TLS: .*ca\.pem cannot be used \(.+\): .+\.$/)
})

test('public addresses and link-local ones of IPv6 are in no certificate', () => {
  const { dns, ip } = machineNames(
    { names: ['nas.lan', 'My_PC'], origins: ['http://10.1.2.3:8700', 'https://home.example.org'] },
    ['2001:db8::1', '203.0.113.5', 'fe80::1', '192.168.1.20'],
  )
  expect(ip).toEqual(['127.0.0.1', '::1', '192.168.1.20', '10.1.2.3'])
  expect(dns).toEqual(['localhost', 'home.example.org', 'nas.local'])
})
