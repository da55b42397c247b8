/** Editions of films and folders of extras, by their words; where the word is the title it is neither. */
import { expect, it } from 'vitest'
import { readPath } from './read-path.ts'

it.each([
  ['Iron.Orchard.1984.Redux.1080p.BluRay.x264-GRP.mkv', 'Redux'],
  ['Iron Orchard 1984 [Redux].mkv', 'Redux'],
  ['Iron Orchard (1984) {edition-The Long One}.mkv', 'The Long One'],
  ['Iron.Orchard.1984.Rogue.Cut.1080p.mkv', 'Rogue Cut'],
  ['Iron.Orchard.1984.Ada.Example.Cut.mkv', 'Ada Example Cut'],
  ['Iron.Orchard.1984.Superfan.Edition.mkv', 'Superfan Edition'],
  ['Iron.Orchard.1984.Workprint.mkv', 'Workprint'],
  ['Iron.Orchard.1984.Black.and.White.mkv', 'Black and White'],
  ['Iron.Orchard.1984.4K77.mkv', '4K77'],
  ['Iron.Orchard.1984.Hybrid.Remux.mkv', ''],
])('an edition behind the year is told, and is no part of the title: %s', (name, edition) => {
  expect(readPath(name)).toMatchObject({ title: 'Iron Orchard', year: 1984, edition })
})

it.each(['Redux Redux (2025)', 'The Redux (2019)', 'The First Cut (1998)', 'Black and White (1999)', 'A Deep First Cut (2001)'])(
  'a word of editions that is the title is none: %s',
  (name) => {
    expect(readPath(`${name}.mkv`)).toMatchObject({ title: name.slice(0, -7), edition: '' })
  },
)

it.each([
  'Bonus Disc/Gag Reel',
  'Bloopers/b1',
  'Gag Reels/1',
  'Making Of/One',
  'Deleted and Extended Scenes/x',
  'Supplements/The Sets',
])('what lies in a folder of extras beside a film is its extra: %s', (name) => {
  expect(readPath(`Iron Orchard (1984)/${name}.mkv`)).toMatchObject({ title: 'Iron Orchard', kind: 'extra' })
})

it.each([
  'Bloopers/Bloopers.2009.mkv',
  'Outtakes/Outtakes.S01E01.mkv',
  'Making Of/Making.Of.2004.mkv',
  'Scenes/Harbour.2010.mkv',
])('a folder at the top that has such a name holds films: %s', (name) => {
  expect(['film', 'episode']).toContain(readPath(name).kind)
})
