/** Reads each labelled name of the development sets five times and prints how long one took, as JSON: count, mean and 95th percentile in ms. */
import { readFileSync } from 'node:fs'
import * as z from 'zod/mini'
import { readPath } from '../station/src/movie/name/read-path.ts'

const files = ['names/film-names.json', 'names/western-names.json', 'names/chinese-names.json']
const rounds = 5
const Names = z.array(z.object({ name: z.string() }))

const names = files.flatMap((file) => {
  const text = readFileSync(new URL(`../station/src/movie/${file}`, import.meta.url), 'utf8')
  return Names.parse(JSON.parse(text)).map(({ name }) => `${name}.mkv`)
})
const times: number[] = []
for (let round = 0; round < rounds; round += 1)
  for (const name of names) {
    const start = performance.now()
    readPath(name)
    times.push(performance.now() - start)
  }
times.sort((one, other) => one - other)
const meanMs = times.reduce((sum, time) => sum + time, 0) / times.length
console.log(JSON.stringify({ count: names.length, meanMs, p95Ms: times[Math.floor(times.length * 0.95)] }))
