/** S132: the sheet of the torrent program while the box goes away. */
import { publish, type Device } from '@homeport/contract/device.ts'
import { torrentProgram } from '@homeport/contract/download/torrent-program.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { setLang } from '../../kit/lang.ts'
import { endSession, setCurrentDevice, startSession } from '../../kit/session.ts'
import { aDevice, aSignIn } from '../../testing/samples.ts'
import { ok, published, serve } from '../../testing/server.ts'
import { TorrentProgramSection } from './torrent-program-section.tsx'

const ofBox = { kind: 'aria2', version: '1.37.0', state: 'works', address: '', user: '', has_password: false }

beforeEach(() => {
  localStorage.clear()
  setLang('en')
  startSession(aSignIn)
  setCurrentDevice(aDevice)
  serve({ [publish.path]: published({ [torrentProgram.name]: () => ok(ofBox) }) })
})
afterEach(() => {
  cleanup()
  endSession()
})

test('S132: what is typed in the open sheet stays when the box goes away; without a sheet nothing of the box is shown', async () => {
  const client = new QueryClient()
  const page = (device: Device) => (
    <QueryClientProvider client={client}>
      <TorrentProgramSection device={device} />
    </QueryClientProvider>
  )
  const { rerender } = render(page(aDevice))
  fireEvent.click(await screen.findByRole('button', { name: /^aria2/ }))
  fireEvent.click(await screen.findByRole('button', { name: /^Your own program/ }))
  fireEvent.change(screen.getByLabelText('Address'), { target: { value: 'http://192.168.1.20:8080' } })
  fireEvent.change(screen.getByLabelText('Password'), { target: { value: 'harbour' } })
  rerender(page({ ...aDevice, online: 0 }))
  expect(screen.getByLabelText<HTMLInputElement>('Address').value).toBe('http://192.168.1.20:8080')
  expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe('harbour')
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  await expect.poll(() => screen.queryByText('Torrents')).toBeNull()
})
