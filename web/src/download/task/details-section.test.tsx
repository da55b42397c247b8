/** Where a download lies. */
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createClient } from '../../app/client.ts'
import { setLang } from '../../kit/lang.ts'
import { endSession, setCurrentDevice, startSession } from '../../kit/session.ts'
import { aDevice, aSignIn, aTask } from '../../testing/samples.ts'
import { ok, serve } from '../../testing/server.ts'
import { DetailsSection } from './details-section.tsx'

beforeEach(() => {
  localStorage.clear()
  setLang('en')
  startSession(aSignIn)
  setCurrentDevice(aDevice)
})
afterEach(() => {
  cleanup()
  endSession()
})

test('one that the box has not placed yet goes to the download folder; of another its own folder is shown, and nothing is asked', async () => {
  const server = serve({ '/forum/configure/getDownload': () => ok({ download_path: '/srv/downloads', stale_at: null }) })
  const show = (folder: string) =>
    render(
      <QueryClientProvider client={createClient(() => {})}>
        <DetailsSection device={aDevice} task={{ ...aTask, folder }} detail={undefined} />
      </QueryClientProvider>,
    )
  show('/srv/films')
  expect(screen.getByText('/srv/films')).toBeTruthy()
  expect(server.of('/forum/configure/getDownload')).toEqual([])
  cleanup()
  show('')
  expect(await screen.findByText('/srv/downloads')).toBeTruthy()
})
