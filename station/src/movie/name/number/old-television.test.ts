/** Episodes without S01E01, and numbers that only look like theirs. */
import { expect, it } from 'vitest'
import { readPath } from '../read-path.ts'

it.each([
  ['harbour.812.avi', 'harbour', 8, 12],
  ['the.x-boats.511.dvdrip.xvid-GRP.avi', 'the x-boats', 5, 11],
  ['tqhb.0305.hdtv-lol.avi', 'tqhb', 3, 5],
  ['Harbours.0921.avi', 'Harbours', 9, 21],
  ['HARBOUR.413.avi', 'HARBOUR', 4, 13],
  ['THE.HARBOUR.304.DVDRIP.avi', 'THE HARBOUR', 3, 4],
  ['Quiet.Harbour.1013.720p.HDTV.x264-GRP.mkv', 'Quiet Harbour', 10, 13],
  ['Harbour/Season 1/Quiet Harbour.103.avi', 'Quiet Harbour', 1, 3],
  ['The Quiet Harbour Bar (2007)/Season 3/tqhb.s03e05.avi', 'The Quiet Harbour Bar', 3, 5],
  ['Harbour.1x02.x264-GRP.mkv', 'Harbour', 1, 2],
  ['Harbour - Season 3 - Part 8.mkv', 'Harbour', 3, 8],
  ['Harbour - Series 4 - 03 - Boats.avi', 'Harbour', 4, 3],
])('a season and an episode without their letters: %s', (path, ...expected) => {
  const { kind, title, season, episode } = readPath(path)
  expect([kind, title, season, episode]).toEqual(['episode', ...expected])
})

it.each([
  ['The Harbour - Part Nine - Boats.mkv', 'The Harbour', 9],
  ['The.Harbour.Pt.IX.720p.mkv', 'The Harbour', 9],
  ['Planet Harbour/Disc 1/01 From Pier to Pier.mkv', 'Planet Harbour', 1],
  ['[Raze] Harbour no Hana - 13 x265 10bit 1080p.mkv', 'Harbour no Hana', 13],
  ['Quiet_Harbour_045.avi', 'Quiet Harbour', 45],
])('an episode alone: %s', (path, title, episode) => {
  const facts = readPath(path)
  expect([facts.kind, facts.title, facts.season, facts.episode]).toEqual(['episode', title, undefined, episode])
})

it.each([
  ['harbour.451.dvdrip.avi', 'harbour 451'],
  ['room.104.dvdrip.avi', 'room 104'],
  ['ROOM.104.DVDRIP.avi', 'ROOM 104'],
  ['HARBOUR.451.avi', 'HARBOUR 451'],
  ['the.300.dvdrip.avi', 'the 300'],
  ['hbr.1138.dvdrip.avi', 'hbr 1138'],
  ['harbour.812.2004.dvdrip.avi', 'harbour 812'],
  ['Harbour.the.13th.Part.Six.1986.mkv', 'Harbour the 13th Part Six'],
])('a number of a film’s title: %s', (path, title) => {
  const facts = readPath(path)
  expect([facts.kind, facts.title, facts.episode]).toEqual(['film', title, undefined])
})
