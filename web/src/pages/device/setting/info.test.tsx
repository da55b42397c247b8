/** The page about a box: its components with their versions as people know them, and nothing that is not known. */
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { setLang } from '../../../kit/lang.ts'
import { setCurrentDevice, startSession } from '../../../kit/session.ts'
import { aDevice, aSignIn, aStatus } from '../../../testing/samples.ts'
import { show } from '../../../testing/routes.tsx'
import { ok } from '../../../testing/server.ts'
import { Screen } from './info.tsx'

const report = (cpu_max_freq: number) => ({
  devsn: aDevice.devsn,
  version: '2.7.0',
  hostname: 'nas',
  platform: 'linux',
  arch: 'x64',
  cpu_model: 'N100',
  cpu_max_freq,
  engines: { aria2: '', ffmpeg: '', ed2k: '' },
  status: aStatus,
  stale_at: null,
})
let freq: number
const versions = [
  { name: 'station', version: '2.7.0' },
  { name: 'aria2', version: '1.37.0' },
  { name: 'ffmpeg', version: 'n7.0-7-gd38bf5e08e-20240407' },
  { name: 'ed2k', version: 'Homeport' },
  { name: 'mpv', version: '' },
]

beforeEach(() => {
  localStorage.clear()
  setLang('en')
  startSession(aSignIn)
  setCurrentDevice(aDevice)
})
afterEach(cleanup)

async function factsOf(title: string): Promise<(string | null)[]> {
  const facts = (await screen.findByRole('heading', { name: title })).closest('section')?.querySelectorAll('dl > div') ?? []
  return [...facts].map(({ textContent }) => textContent)
}
const open = () =>
  show(<Screen />, {
    calls: {
      '/device/devinfo/info': () => ok(report(freq)),
      '/device/devinfo/getAppsVersion': () => ok({ data: versions }),
    },
  })

test.each([
  [3_400, ['Systemlinux x64', 'ProcessorN100', 'Max speed3.4 GHz']],
  [0, ['Systemlinux x64', 'ProcessorN100']],
])('a processor with %i MHz', async (mhz, system) => {
  freq = mhz
  open()
  expect(await factsOf('Components')).toEqual(['aria21.37.0', 'ffmpeg7.0', 'ed2kBuilt in', 'mpvNot installed'])
  expect(await factsOf('System')).toEqual(system)
})
