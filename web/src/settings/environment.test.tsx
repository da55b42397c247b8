/** The hidden choice of the environment: seven taps on the version, only environments of the hosts file, and nothing left of the other accounts. */
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { hostUrl, takeHosts } from '../kit/hosts.ts'
import { setLang } from '../kit/lang.ts'
import { session, startSession } from '../kit/session.ts'
import { storageKeys } from '../kit/storage.ts'
import { aSignIn } from '../testing/samples.ts'
import { Modals } from '../ui/modal.tsx'
import { EnvironmentTap } from './environment-tap.tsx'

const file = {
  env: 'product' as const,
  hosts: { pre: { en: { device: 'https://pre.example/device/' } } },
}
const reload = vi.hoisted(() => vi.fn<() => void>())
vi.mock('../kit/platform.ts', async (original) => ({ ...(await original<object>()), restartApp: reload }))

beforeEach(() => {
  localStorage.clear()
  setLang('zh')
  startSession(aSignIn)
  setLang('en')
  startSession(aSignIn)
})
afterEach(() => {
  cleanup()
  takeHosts({ env: 'product', hosts: {} })
})

function tap(times: number): void {
  for (let n = 0; n < times; n += 1) fireEvent.click(screen.getByRole('button', { name: '2.7.0' }))
}

function show(): void {
  render(
    <>
      <EnvironmentTap>2.7.0</EnvironmentTap>
      <Modals />
    </>,
  )
}

test('six taps show nothing, seven the environments that the file names; without a file there is one', async () => {
  show()
  tap(6)
  expect(screen.queryByRole('dialog')).toBeNull()
  tap(1)
  expect((await screen.findAllByRole('radio')).length).toBe(1)
  expect(screen.getByText('This server has no other environments.')).toBeTruthy()
})

test('another environment is asked about; then both languages are signed out, and its hosts are called', async () => {
  takeHosts(file)
  expect(hostUrl('en', 'device')).toBe('/en/device')
  show()
  tap(7)
  fireEvent.click(await screen.findByRole('radio', { name: 'Preview' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Switch' }))
  await waitFor(() => expect(reload).toHaveBeenCalledOnce())
  expect(hostUrl('en', 'device')).toBe('https://pre.example/device')
  expect(session.get().token).toBe('')
  expect(storageKeys.realm('zh', 'token').get()).toBeNull()
})

test('an environment that the file no longer names is not used', () => {
  storageKeys.app('env').set('pre')
  takeHosts({ env: 'product', hosts: { dev: {} } })
  expect(hostUrl('en', 'device')).toBe('/en/device')
})
