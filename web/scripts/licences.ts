/** Vite plugin: the module `virtual:licences`, built from the installed packages: the licences of all dependencies of app, cloud and station. No network. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Plugin } from 'vite'

type Part = { name: string; version: string; licence: string; text: number }
type Manifest = {
  name?: string
  version?: string
  license?: string | { type?: string }
  licenses?: { type?: string }[]
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

const root = path.join(import.meta.dirname, '../..')
const programs = ['.', 'contract', 'cloud', 'station', 'web']
const id = 'virtual:licences'

export function licences(): Plugin {
  return {
    name: 'licences',
    resolveId: (moduleId) => (moduleId === id ? `\0${id}` : undefined),
    load(moduleId) {
      if (moduleId !== `\0${id}`) return undefined
      const { packages, texts } = collect()
      return `export const packages = ${JSON.stringify(packages)}\nexport const texts = ${JSON.stringify(texts)}`
    },
  }
}

/** Equal licence texts are stored once. */
function collect(): { packages: Part[]; texts: string[] } {
  const texts: string[] = []
  const results = new Map<string, Part>()
  const walk = (folder: string) => {
    const manifest = manifestOf(folder)
    for (const name of Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies })) {
      const location = folderOf(name, folder)
      // an optional package for another platform is not installed
      if (location === undefined || name.startsWith('@homeport/') || results.has(location)) continue
      const { version = '', ...part } = manifestOf(location)
      const text = textOf(location)
      if (text !== '' && !texts.includes(text)) texts.push(text)
      results.set(location, { name, version, licence: licenceOf(part), text: texts.indexOf(text) })
      walk(location)
    }
  }
  for (const program of programs) walk(path.join(root, program))
  const packages = [...results.values()].sort((a, b) => a.name.localeCompare(b.name) || a.version.localeCompare(b.version))
  return {
    packages: packages.filter(
      (one, index) => one.name !== packages[index - 1]?.name || one.version !== packages[index - 1]?.version,
    ),
    texts,
  }
}

function manifestOf(folder: string): Manifest {
  return JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'))
}

/** As Node finds it: in the nearest node_modules above. */
function folderOf(name: string, from: string): string | undefined {
  for (let folder = from; ; folder = path.dirname(folder)) {
    const location = path.join(folder, 'node_modules', name)
    if (existsSync(path.join(location, 'package.json'))) return location
    if (folder === root || folder === path.dirname(folder)) return undefined
  }
}

function licenceOf({ license, licenses }: Manifest): string {
  if (typeof license === 'string') return license
  return license?.type ?? licenses?.map(({ type }) => type).join(' OR ') ?? 'see text'
}

function textOf(folder: string): string {
  const name = readdirSync(folder).find((one) => /^(licen[cs]e|copying)(\.(md|txt))?$/i.test(one))
  return name === undefined ? '' : readFileSync(path.join(folder, name), 'utf8').replaceAll('\r\n', '\n').trim()
}
