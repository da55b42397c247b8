/** For tests: a channel of updates with this very tree under another version number, packed and signed as `npm run release -- pack` does it. */
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { makeKey, packVersion, publicKeyOf } from './pack-version.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const folders = ['contract/src', 'station/src', 'station/migrations']
const files = ['package.json', 'package-lock.json', 'contract/package.json', 'station/package.json']

export type TestChannel = Awaited<ReturnType<typeof openTestChannel>>

/** folder: for the tree and the archives. */
export async function openTestChannel(folder: string) {
  const key = makeKey()
  const served = path.join(folder, 'channel')
  const server = http.createServer((request, response) => {
    const file = path.join(served, path.basename(request.url ?? ''))
    if (existsSync(file)) response.end(readFileSync(file))
    else response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0

  return {
    env: { HOMEPORT_UPDATES: `http://127.0.0.1:${port}`, HOMEPORT_UPDATES_KEY: publicKeyOf(key) },
    async publish(
      version: string,
      content: { zh: string; en: string },
      change: (tree: string) => void | Promise<void> = () => {},
    ): Promise<void> {
      const tree = path.join(folder, 'tree')
      rmSync(tree, { recursive: true, force: true })
      for (const entry of [...folders, ...files]) cpSync(path.join(root, entry), path.join(tree, entry), { recursive: true })
      const edit = (name: string, from: RegExp, to: string) => {
        const file = path.join(tree, name)
        writeFileSync(file, readFileSync(file, 'utf8').replace(from, to))
      }
      const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number)
      edit('package.json', /"version": "[^"]+"/, `"version": "${version}"`)
      const own = `{ version_name: '${version}', version_code: ${major * 10_000 + minor * 100 + patch} }`
      edit('contract/src/kit/version.ts', /\{ version_name.*\}/, own)
      await change(tree)
      await packVersion({ root: tree, to: served, key, content, signedAt: 1_795_000_000 })
    },
    stop: () => new Promise((resolve) => server.close(resolve)),
  }
}
