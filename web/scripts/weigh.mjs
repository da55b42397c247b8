// Weighs the built app: gz bytes of the scripts and styles that the first route loads, and of every chunk.
import { readFileSync, readdirSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { join } from 'node:path'

const dist = join(import.meta.dirname, '..', 'dist')
const size = (file) => gzipSync(readFileSync(join(dist, file)), { level: 9 }).length
const html = readFileSync(join(dist, 'index.html'), 'utf8')
const entry = [...html.matchAll(/(?:src|href)="\.\/(assets\/[^"]+|theme\.js)"/g)].map((match) => match[1])
const all = readdirSync(join(dist, 'assets'))
  .filter((file) => !/\.(br|gz)$/.test(file))
  .map((file) => `assets/${file}`)

/** The home page is the first route: its chunk and its static imports load with the entry. */
const first = new Set(entry)
const home = all.find((file) => file.endsWith('.js') && readFileSync(join(dist, file), 'utf8').includes('Your films come home'))
if (home) for (const file of [home, ...imports(home)]) first.add(file)

function imports(file) {
  const text = readFileSync(join(dist, file), 'utf8')
  return [...text.matchAll(/from\s*"\.\/([^"]+\.js)"/g)].map((match) => `assets/${match[1]}`)
}

const kb = (bytes) => `${(bytes / 1000).toFixed(1)} kB gz`.padStart(12)
for (const file of all.sort((a, b) => size(b) - size(a))) console.log(kb(size(file)), first.has(file) ? '*' : ' ', file)
const sum = (end) => [...first].filter((file) => file.endsWith(end)).reduce((total, file) => total + size(file), 0)
console.log(`first route: ${kb(sum('.js')).trim()} of scripts, ${kb(sum('.css')).trim()} of styles`)
