/**
 * For tests: a server with the packages of this installation, and the lockfile of a version that takes its packages from there. Its sums are those of the
 * archives it serves, so npm checks them as it checks those of a registry.
 */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import http from 'node:http'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { packTar, type TarEntry } from 'modern-tar'
import * as z from 'zod/mini'

const names = z.optional(z.record(z.string(), z.string()))
const Package = z.looseObject({
  version: z.optional(z.string()),
  dependencies: names,
  optionalDependencies: names,
  peerDependencies: names,
})
type Package = z.infer<typeof Package>
const Lock = z.looseObject({ packages: z.record(z.string(), Package) })
const Root = z.looseObject({})

export type PackageServer = { served: string[]; stop: () => Promise<unknown> }

/**
 * Rewrites package.json and package-lock.json of `tree`, which has these workspaces, so that all packages come from the server, and one more than the
 * installation at `root` has, by the name `extra`. `spoil`: the archive of that one does not have its sum.
 */
export async function servePackages(
  tree: string,
  options: { root: string; workspaces: string[]; extra: string; spoil?: true },
): Promise<PackageServer> {
  const { root, workspaces, extra } = options
  const archives = new Map<string, Buffer>()
  const served: string[] = []
  const server = http.createServer((request, response) => {
    const archive = archives.get(request.url ?? '')
    if (!archive) return response.writeHead(404).end()
    served.push(request.url ?? '')
    return response.end(archive)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const bound = server.address()
  const address = `http://127.0.0.1:${typeof bound === 'object' && bound ? bound.port : 0}`

  const add = (location: string, archive: Buffer) => {
    const name = `/${location.replaceAll('/', '_')}.tgz`
    archives.set(name, archive)
    return { resolved: `${address}${name}`, integrity: `sha512-${createHash('sha512').update(archive).digest('base64')}` }
  }

  const all = Lock.parse(JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')))
  const packages: Record<string, unknown> = {}
  for (const location of neededBy(all.packages, { root, workspaces }))
    packages[location] = { ...all.packages[location], ...add(location, await packed(path.join(root, location))) }
  const own = JSON.stringify({ name: extra, version: '1.0.0' })
  const sum = add(`node_modules/${extra}`, await archiveOf([['package.json', Buffer.from(own)]]))
  packages[`node_modules/${extra}`] = { version: '1.0.0', ...sum }
  if (options.spoil) add(`node_modules/${extra}`, await archiveOf([['package.json', Buffer.from(`${own} `)]]))
  for (const workspace of workspaces) {
    packages[workspace] = { ...all.packages[workspace], devDependencies: {}, optionalDependencies: {} }
    packages[`node_modules/@homeport/${workspace}`] = { resolved: workspace, link: true }
    rewrite(path.join(tree, workspace, 'package.json'), { devDependencies: {}, optionalDependencies: {} })
  }
  const shape = { workspaces, dependencies: { [extra]: '1.0.0' }, devDependencies: {}, optionalDependencies: {} }
  rewrite(path.join(tree, 'package.json'), shape)
  const { name, version } = z.object({ name: z.string(), version: z.string() }).parse(read(path.join(tree, 'package.json')))
  packages[''] = { name, version, ...shape }
  const lock = { name, version, lockfileVersion: 3, requires: true, packages }
  writeFileSync(path.join(tree, 'package-lock.json'), JSON.stringify(lock, undefined, 2))
  return { served, stop: () => new Promise((resolve) => server.close(resolve)) }
}

/** Places in the lockfile of what the workspaces need to run, as Node resolves them. */
function neededBy(packages: Record<string, Package>, { root, workspaces }: { root: string; workspaces: string[] }): Set<string> {
  const needed = new Set<string>()
  const visit = (from: string) => {
    const { dependencies, optionalDependencies, peerDependencies } = packages[from] ?? {}
    const more = workspaces.includes(from) ? {} : { ...optionalDependencies, ...peerDependencies }
    for (const name of Object.keys({ ...dependencies, ...more })) {
      const location = resolve(name, from)
      if (location === undefined || name.startsWith('@homeport/') || needed.has(location)) continue
      needed.add(location)
      visit(location)
    }
  }
  const resolve = (name: string, from: string): string | undefined => {
    for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
      const location = [folder, 'node_modules', name].filter((part) => part !== '').join('/')
      if (packages[location] && existsSync(path.join(root, location))) return location
      if (folder === '') return undefined
    }
  }
  for (const workspace of workspaces) visit(workspace)
  return needed
}

async function packed(folder: string): Promise<Buffer> {
  const files: [string, Buffer][] = []
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name)
    const name = path.relative(folder, file)
    if (!name.split(path.sep).includes('node_modules') && (await stat(file)).isFile()) files.push([name, await readFile(file)])
  }
  return archiveOf(files)
}

async function archiveOf(files: [name: string, body: Buffer][]): Promise<Buffer> {
  const entries = files.map(([name, body]): TarEntry => ({
    header: { name: `package/${name}`, size: body.length, type: 'file', mode: 0o644 },
    body,
  }))
  return gzipSync(await packTar(entries), { level: 1 })
}

const read = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'))

function rewrite(file: string, change: object): void {
  writeFileSync(file, JSON.stringify({ ...Root.parse(read(file)), ...change }, undefined, 2))
}
