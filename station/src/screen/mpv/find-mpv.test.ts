import { mkdirSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { clear, testFolder } from '../../testing/downloads.ts'
import { findMpv } from './find-mpv.ts'

let folder: string
let searchPath: string
beforeEach(() => {
  folder = testFolder()
  mkdirSync(join(folder, 'bin'))
  writeFileSync(join(folder, 'bin', 'mpv'), '')
  searchPath = ['', join(folder, 'none'), join(folder, 'bin')].join(delimiter)
})
afterEach(() => clear(folder))

it.runIf(process.platform === 'linux')('mpv and a display make a screen of the box', () => {
  expect(findMpv(searchPath, { DISPLAY: ':0' })?.path).toBe(join(folder, 'bin', 'mpv'))
  expect(findMpv(searchPath, { WAYLAND_DISPLAY: 'wayland-0' })).toBeDefined()
  for (const env of [{}, { DISPLAY: '', WAYLAND_DISPLAY: '' }]) expect(findMpv(searchPath, env)).toBeUndefined()
  expect(findMpv(join(folder, 'none'), { DISPLAY: ':0' })).toBeUndefined()
})

it.runIf(process.platform === 'linux')('it is told of the display and of nothing that is secret', () => {
  const env = { DISPLAY: ':0', XAUTHORITY: '/x', TMDB_KEY: 'secret', HOMEPORT_DATA: '/data', LD_PRELOAD: '/lib' }
  expect(findMpv(searchPath, env)?.env).toEqual({ DISPLAY: ':0', XAUTHORITY: '/x', PATH: searchPath })
})
