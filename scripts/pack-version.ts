/**
 * `npm run release -- key FILE`: makes the key that signs versions. `npm run release -- pack --key FILE --to FOLDER --zh TEXT --en TEXT`: packs and signs this
 * version of Homeport for the channel of boxes (docs/decisions/052): FOLDER is then served as it is, and its address is a box's HOMEPORT_UPDATES.
 */
import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, sign } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync, readFileSync } from 'node:fs'
import { mkdir, readdir, rename, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { createGzip } from 'node:zlib'
import { createTarPacker } from 'modern-tar'
import * as z from 'zod/mini'

const keyBytes = 32
/** The files and folders of a version; the web app as it was built. */
const entries = [
  'contract',
  'cloud',
  'station',
  'scripts',
  'docs',
  'web/dist',
  'README.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'LICENSE',
  'package.json',
  'package-lock.json',
]
const workspaces = ['web', 'e2e', 'bench']
const leftOut = /(^|\/)(node_modules|fixtures|upgrade-fixture|testing|[^/]+\.test\.tsx?)(\/|$)/

export type PackOptions = { root: string; to: string; key: string; content: { zh: string; en: string }; signedAt: number }

/** Writes the archive and the signed manifest; returns the names of both. */
export async function packVersion({ root, to, key, content, signedAt }: PackOptions): Promise<string[]> {
  const { version } = z.object({ version: z.string() }).parse(JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')))
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number)
  await mkdir(to, { recursive: true })
  const name = `homeport-${version}.tar.gz`
  const file = path.join(to, name)
  await writeArchive(root, file)
  const manifest = JSON.stringify({
    format: 1,
    version,
    version_code: major * 10_000 + minor * 100 + patch,
    url: name,
    sha256: await sumOf(file),
    size: (await stat(file)).size,
    content_cn: content.zh,
    content_en: content.en,
    signed_at: signedAt,
  })
  const signature = sign(null, Buffer.from(manifest), createPrivateKey(key)).toString('base64')
  // Last: a box never reads of an archive that is not there.
  await writeFile(path.join(to, 'homeport.json.part'), `${JSON.stringify({ manifest, signature }, undefined, 2)}\n`)
  await rename(path.join(to, 'homeport.json.part'), path.join(to, 'homeport.json'))
  return [name, 'homeport.json']
}

async function writeArchive(root: string, file: string): Promise<void> {
  const { readable, controller } = createTarPacker()
  const written = pipeline(Readable.from(readable), createGzip(), createWriteStream(`${file}.part`))
  const add = async () => {
    for await (const name of namesIn(root)) {
      const { size, mode } = await stat(path.join(root, name))
      const body = controller.add({ name, size, mode: (mode & 0o100) === 0 ? 0o644 : 0o755, type: 'file' })
      await pipeline(createReadStream(path.join(root, name)), Writable.fromWeb(body))
    }
    controller.finalize()
  }
  await Promise.all([add(), written])
  await rename(`${file}.part`, file)
}

async function* namesIn(root: string): AsyncGenerator<string> {
  for (const item of [...entries, ...workspaces.map((name) => `${name}/package.json`)]) yield* below(root, item)
}

async function* below(root: string, name: string): AsyncGenerator<string> {
  if (leftOut.test(name) || !existsSync(path.join(root, name))) return
  const entry = await stat(path.join(root, name))
  if (entry.isFile()) yield name
  if (!entry.isDirectory()) return
  for (const inner of (await readdir(path.join(root, name))).sort()) yield* below(root, `${name}/${inner}`)
}

async function sumOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}

/** The public key as HOMEPORT_UPDATES_KEY takes it. */
export function publicKeyOf(key: string): string {
  return createPublicKey(createPrivateKey(key)).export({ type: 'spki', format: 'der' }).subarray(-keyBytes).toString('base64')
}

export function makeKey(): string {
  return generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
}

async function run([word = '', ...words]: string[]): Promise<void> {
  const text = { type: 'string' } as const
  const options = { key: text, to: text, zh: text, en: text }
  const { values, positionals } = parseArgs({ args: words, options, allowPositionals: true })
  const [file = ''] = positionals
  if (word === 'key' && file !== '') {
    await writeFile(file, makeKey(), { mode: 0o600, flag: 'wx' })
    console.log(
      `${file} signs versions: keep it off the boxes. Theirs is HOMEPORT_UPDATES_KEY=${publicKeyOf(readFileSync(file, 'utf8'))}`,
    )
    return
  }
  const { key, to, zh, en } = values
  if (word !== 'pack' || !key || !to || !zh || !en) {
    console.error('Write: npm run -s release -- (key FILE | pack --key FILE --to FOLDER --zh TEXT --en TEXT)')
    process.exitCode = 2
    return
  }
  const lines = (value: string) => value.replaceAll('\\n', '\n')
  const root = fileURLToPath(new URL('..', import.meta.url))
  const content = { zh: lines(zh), en: lines(en) }
  const names = await packVersion({ root, to, key: readFileSync(key, 'utf8'), content, signedAt: Math.floor(Date.now() / 1000) })
  console.log(`${names.join(' and ')} are in ${to}: serve that folder.`)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await run(process.argv.slice(2))
