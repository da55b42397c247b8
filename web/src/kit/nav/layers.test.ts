/** P44: each layer is a history entry. Back closes only the topmost, navigation closes all, and no extra press of Back remains. */
import { waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { hasLayers, openLayer } from './layers.ts'
import { historySettled } from '../../testing/history.ts'
import { back, forward, redirect, switchTab } from './nav.ts'

const currentHash = () => location.hash
const layerNow = () => (history.state as { layer: number }).layer
const arrival = () => new Promise((resolve) => addEventListener('popstate', resolve, { once: true }))

/** Goes back as the browser's own button does, and waits until the app has answered. */
async function goBack(): Promise<void> {
  const arrived = arrival()
  history.back()
  await arrived
}

beforeEach(async () => {
  forward('/pages/before')
  forward('/pages/a')
  expect(hasLayers()).toBe(false)
})
afterEach(historySettled)

test('P44: Back closes the topmost layer and only that, then leaves the page', async () => {
  const closed: string[] = []
  openLayer((by) => closed.push(`sheet by ${by}`))
  openLayer((by) => closed.push(`question by ${by}`))
  await goBack()
  expect([closed, currentHash()]).toEqual([['question by back'], '#/pages/a'])
  await goBack()
  expect([closed, currentHash()]).toEqual([['question by back', 'sheet by back'], '#/pages/a'])
  await goBack()
  expect(currentHash()).toBe('#/pages/before')
})

test('P44: the page’s own Back closes the topmost layer too', async () => {
  const closed = vi.fn()
  openLayer(closed)
  const arrived = arrival()
  back('/pages/up')
  await arrived
  expect(closed).toHaveBeenCalledExactlyOnceWith('back')
  expect(currentHash()).toBe('#/pages/a')
})

test('P44: a layer that closes by itself leaves no dead press of Back', async () => {
  const closed = vi.fn()
  const take = openLayer(closed)
  expect(layerNow()).toBe(1)
  const arrived = arrival()
  take()
  await arrived
  take()
  expect(closed).not.toHaveBeenCalled()
  await goBack()
  expect(currentHash()).toBe('#/pages/before')
})

test('P44: a sheet below a question may close first, and both at once', async () => {
  const takeSheet = openLayer(vi.fn())
  const takeQuestion = openLayer(vi.fn())
  const arrived = arrival()
  takeSheet()
  takeQuestion()
  await arrived
  expect([layerNow(), currentHash()]).toEqual([0, '#/pages/a'])
  await goBack()
  expect(currentHash()).toBe('#/pages/before')
})

test('P44: a layer that opens as another closes takes over its entry', async () => {
  const take = openLayer(vi.fn())
  const before = history.length
  take()
  const closed = vi.fn()
  openLayer(closed)
  await waitFor(() => expect([layerNow(), history.length]).toEqual([1, before]))
  await goBack()
  expect(closed).toHaveBeenCalledOnce()
  expect(currentHash()).toBe('#/pages/a')
})

test('P44: a layer that opens while the entry of another is still on its way out stays open', async () => {
  const closed = vi.fn()
  const take = openLayer(vi.fn())
  const go = history.go.bind(history)
  vi.spyOn(history, 'go').mockImplementationOnce((steps) => {
    go(steps)
    openLayer(closed)
  })
  const arrived = arrival()
  take()
  await arrived
  expect([closed.mock.calls.length, layerNow()]).toEqual([0, 1])
  await goBack()
  expect(closed).toHaveBeenCalledOnce()
  expect(currentHash()).toBe('#/pages/a')
})

/** The browser takes the app's next step back only when the returned function is called, after the app has given up waiting for it. */
function heldBack(close: () => void): () => Promise<void> {
  const go = history.go.bind(history)
  const steps: number[] = []
  const held = vi.spyOn(history, 'go').mockImplementation((by = 0) => void steps.push(by))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  close()
  vi.advanceTimersByTime(10_000)
  vi.useRealTimers()
  held.mockRestore()
  return async () => {
    for (const by of steps) {
      const arrived = arrival()
      go(by)
      await arrived
    }
  }
}

test('P44: a layer that opens while a busy browser has not yet taken the entry of another away stays open', async () => {
  const letGo = heldBack(openLayer(vi.fn()))
  const closed = vi.fn()
  openLayer(closed)
  await letGo()
  await waitFor(() => expect([closed.mock.calls.length, layerNow(), currentHash()]).toEqual([0, 1, '#/pages/a']))
  await goBack()
  expect([closed.mock.calls, currentHash()]).toEqual([[['back']], '#/pages/a'])
  await goBack()
  expect(currentHash()).toBe('#/pages/before')
})

test('P44: a busy browser that takes the entry of a closed layer away late does not leave the page', async () => {
  const letGo = heldBack(openLayer(vi.fn()))
  await letGo()
  await historySettled()
  expect([layerNow(), currentHash()]).toEqual([0, '#/pages/a'])
  await goBack()
  expect(currentHash()).toBe('#/pages/before')
})

test('P44: a move from a layer closes all and leads back to the page in one press', async () => {
  const closed: string[] = []
  openLayer((by) => closed.push(`sheet by ${by}`))
  openLayer((by) => closed.push(`question by ${by}`))
  forward('/pages/b')
  expect(closed).toEqual(['question by move', 'sheet by move'])
  await waitFor(() => expect(currentHash()).toBe('#/pages/b'))
  await goBack()
  expect([currentHash(), layerNow()]).toEqual(['#/pages/a', 0])
  await goBack()
  expect(currentHash()).toBe('#/pages/before')
})

test('P44: from a single layer a move is there at once', () => {
  openLayer(vi.fn())
  switchTab('/pages/b')
  expect([currentHash(), layerNow()]).toEqual(['#/pages/b', 0])
})

test('P44: a redirect from a layer takes the page’s place', async () => {
  openLayer(vi.fn())
  redirect('/pages/login')
  await waitFor(() => expect(currentHash()).toBe('#/pages/login'))
  await goBack()
  expect(currentHash()).toBe('#/pages/before')
})

test('P44: going back from a question that was just answered leaves the page in one go', async () => {
  const take = openLayer(vi.fn())
  take()
  const arrived = arrival()
  back('/pages/up')
  await arrived
  expect(currentHash()).toBe('#/pages/before')
})

test('P44: Back in the moment after a layer closed by itself takes what is seen: the layer below', async () => {
  const closed = vi.fn()
  openLayer(closed)
  const take = openLayer(vi.fn())
  const arrived = arrival()
  const timer = vi.spyOn(globalThis, 'setTimeout').mockImplementationOnce((run) => arrived.then(() => run()) as never)
  take()
  timer.mockRestore()
  history.back()
  await arrived
  await waitFor(() => expect([closed.mock.calls, layerNow(), currentHash()]).toEqual([[['back']], 0, '#/pages/a']))
})

test('P44: Back in the moment after the last layer closed by itself leaves the page', async () => {
  const take = openLayer(vi.fn())
  history.back()
  take()
  await waitFor(() => expect(currentHash()).toBe('#/pages/before'))
})

test('P44: a browser that makes one journey of the app’s and the person’s closes what the person meant', async () => {
  const closed = vi.fn()
  openLayer(closed)
  const take = openLayer(vi.fn())
  const go = history.go.bind(history)
  vi.spyOn(history, 'go').mockImplementationOnce(() => go(-2))
  const arrived = arrival()
  take()
  await arrived
  expect([closed.mock.calls, layerNow(), currentHash()]).toEqual([[['back']], 0, '#/pages/a'])
})

test('P44: a link in a sheet leads to its page, and Back from there to the page below the sheet', async () => {
  const closed = vi.fn()
  openLayer(closed)
  document.body.innerHTML = '<a href="#/pages/c?id=3"><b>go</b></a>'
  document.querySelector('b')?.click()
  expect([currentHash(), closed.mock.calls]).toEqual(['#/pages/c?id=3', [['move']]])
  await goBack()
  expect([currentHash(), layerNow()]).toEqual(['#/pages/a', 0])
})

test('P44: an address that is typed closes all, and its ghost is passed over on the way back', async () => {
  const closed = vi.fn()
  openLayer(closed)
  const arrived = arrival()
  location.hash = '#/pages/typed'
  await arrived
  expect(closed).toHaveBeenCalledExactlyOnceWith('move')
  history.back()
  await waitFor(() => expect([currentHash(), layerNow()]).toEqual(['#/pages/a', 0]))
})

test('P44: a page that is opened while the entry of a layer is on its way out stays open', async () => {
  const go = history.go.bind(history)
  for (const close of [openLayer(vi.fn()), () => back('/pages/up')]) {
    if (!hasLayers()) openLayer(vi.fn())
    const typed = arrival()
    vi.spyOn(history, 'go').mockImplementationOnce((steps) => {
      location.hash = '#/pages/typed'
      void typed.then(() => go(steps))
    })
    close()
    await typed
    await arrival()
    expect([currentHash(), layerNow()]).toEqual(['#/pages/typed', 0])
    await goBack()
    await historySettled()
    expect(currentHash()).toBe('#/pages/a')
  }
})

test('P44: a page that is opened before a busy browser takes the entry of a closed layer away stays open', async () => {
  const typed = async () => {
    const arrived = arrival()
    location.hash = '#/pages/opened'
    await arrived
  }
  for (const open of [typed, async () => forward('/pages/opened'), async () => redirect('/pages/opened')]) {
    const letGo = heldBack(openLayer(vi.fn()))
    await open()
    await letGo()
    await historySettled()
    expect([currentHash(), layerNow()]).toEqual(['#/pages/opened', 0])
    forward('/pages/a')
  }
})

test('P44: Back closes a layer of a page that was opened while the browser dropped a step back of the app', async () => {
  vi.spyOn(history, 'go').mockImplementationOnce(() => {})
  back('/pages/up')
  const typed = arrival()
  location.hash = '#/pages/typed'
  await typed
  const closed = vi.fn()
  openLayer(closed)
  await goBack()
  expect([closed.mock.calls.length, currentHash(), layerNow()]).toEqual([1, '#/pages/typed', 0])
  await goBack()
  expect(currentHash()).toBe('#/pages/a')
})

test('P44: forward to a layer that was closed leads to nothing: the page stays', async () => {
  openLayer(vi.fn())
  await goBack()
  const arrived = arrival()
  history.forward()
  await arrived
  await historySettled()
  expect(currentHash()).toBe('#/pages/a')
})

test('P44: a reload with a layer open lands on the page without its entry', async () => {
  openLayer(vi.fn())
  openLayer(vi.fn())
  expect(layerNow()).toBe(2)
  vi.resetModules()
  const anew = await import('./layers.ts')
  await historySettled()
  expect([currentHash(), anew.hasLayers()]).toEqual(['#/pages/a', false])
  await goBack()
  expect(currentHash()).toBe('#/pages/before')
})
