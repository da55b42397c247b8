/**
 * Rolldown chunk groups. By default the modules that pages share become seventy tiny chunks, six at a time over http/1.1: on slow 4G their round trips cost
 * a thread two seconds. The home page loads nothing that it does not need; home and the forum's first pages load their other dependencies in few chunks.
 */
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'

const src = path.join(import.meta.dirname, '../src')

/** A file that is gone would silently empty its chunk. */
function at(...files: string[]): string[] {
  const paths = files.map((file) => path.join(src, file))
  for (const file of paths) if (!existsSync(file)) throw new Error(`web/scripts/chunks.ts names ${file}, which does not exist.`)
  return paths
}

/** Modules for the first paint of the first route; for what loads after it; for whoever is signed in, and an owner's home page. */
const homeRoots = at('pages/index/index.tsx')
const laterRoots = at('pages/index/later-parts.ts', 'app/failure.tsx', 'app/updates.tsx')
const ownerRoots = at('app/session/signed-in-parts.ts', 'pages/index/owner-home.tsx')
const forumRoots = at('pages/main/explore/explore.tsx', 'pages/forum/postings/thread.tsx', 'pages/forum/postings/postdetails.tsx')

type Graph = { getModuleInfo(id: string): { importedIds: readonly string[] } | null }
type Reached = Record<'home' | 'later' | 'owner' | 'forum', Set<string>>

/** Packages whose index imports all of their files: through it every page would seem to need them all, so they are followed by the names that a module imports. */
const icons = /[\\/]lucide-react[\\/]/
const queries = /[\\/]@tanstack[\\/](react-query|query-core)[\\/]/
const isIndex = (id: string) => icons.test(id) || (queries.test(id) && /[\\/]index\.js$/.test(id))
/** Icons of few pages share a chunk of about so many bytes. */
const iconsTogether = 6_000
const filesByName = new Map([...readIconFiles(), ...readQueryFiles()])

let reached: Reached | undefined

/** A module taken by one group is not in the groups below it: no group pulls in another. */
export const chunkGroups = [
  { name: 'first', tags: ['$initial' as const], priority: 7 },
  only('home-parts', 6),
  only('later-parts', 5),
  only('shared-parts', 4),
  only('owner-parts', 3),
  only('parts', 2),
  only('forum-parts', 1),
  { name: 'icons', test: icons, priority: 0, entriesAware: true, entriesAwareMergeThreshold: iconsTogether },
]

function only(name: string, priority: number) {
  return { debugName: name, priority, name: (id: string, graph: Graph) => (chunkOf(id, graph) === name ? name : null) }
}

function chunkOf(id: string, graph: Graph): string | null {
  reached ??= {
    home: reach(homeRoots, graph),
    later: reach(laterRoots, graph),
    owner: reach(ownerRoots, graph),
    forum: reach(forumRoots, graph),
  }
  const { home, later, owner, forum } = reached
  // Pages are entry points: they are loaded by name.
  if (homeRoots.includes(id) || forumRoots.includes(id)) return null
  if (home.has(id)) return 'home-parts'
  if (later.has(id)) return 'later-parts'
  if (owner.has(id)) return forum.has(id) ? 'shared-parts' : 'owner-parts'
  if (!forum.has(id)) return null
  return id.startsWith(path.join(src, 'forum')) ? 'forum-parts' : 'parts'
}

/** All modules that the roots import statically, without dynamic imports. */
function reach(roots: readonly string[], graph: Graph): Set<string> {
  const results = new Set<string>()
  const open = [...roots]
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (results.has(id)) continue
    results.add(id)
    open.push(...(graph.getModuleInfo(id)?.importedIds ?? []).filter((other) => !isIndex(other)), ...namedBy(id))
  }
  return results
}

/** The files of those packages that a module imports by name; one of the packages' own does so among them. */
function namedBy(id: string): string[] {
  if ((!id.startsWith(src) && !queries.test(id)) || !existsSync(id)) return []
  const imports = readFileSync(id, 'utf8').matchAll(/import \{([^}]+)\} from ['"](?:lucide-react|@tanstack\/[\w-]+)['"]/g)
  return [...imports].flatMap(([, names = '']) =>
    names.split(',').flatMap((name) => filesByName.get(name.replace(/\bas .*/, '').trim()) ?? []),
  )
}

/** Each part of TanStack Query by its name, as the index of its package imports it. */
function readQueryFiles(): Map<string, string> {
  const require = createRequire(import.meta.url)
  const files = new Map<string, string>()
  for (const name of ['@tanstack/query-core', '@tanstack/react-query']) {
    const folder = path.join(path.dirname(require.resolve(`${name}/package.json`)), 'build/modern')
    const index = readFileSync(path.join(folder, 'index.js'), 'utf8')
    for (const [, names = '', file = ''] of index.matchAll(/import \{([^}]+)\} from "(\.\/[^"]+)"/g))
      for (const one of names.split(',')) files.set(one.trim(), path.join(folder, file))
    if (files.size === 0) throw new Error(`web/scripts/chunks.ts found no part of ${name} in ${folder}.`)
  }
  return files
}

/** Each icon's file by its name, as the package's index exports it. */
function readIconFiles(): Map<string, string> {
  const require = createRequire(import.meta.url)
  const index = path.join(path.dirname(require.resolve('lucide-react/package.json')), 'dist/esm/lucide-react.mjs')
  const files = new Map<string, string>()
  for (const [, names = '', file = ''] of readFileSync(index, 'utf8').matchAll(/export \{([^}]+)\} from '(\.\/icons\/[^']+)'/g))
    for (const name of names.split(',')) files.set(name.replace(/.*\bas /, '').trim(), path.join(path.dirname(index), file))
  if (files.size === 0) throw new Error(`web/scripts/chunks.ts found no icon in ${index}.`)
  return files
}
