/** Sending the video to another screen, over video elements that have AirPlay, Remote Playback, or neither. */
import { waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { aLoad } from '../../testing/samples.ts'
import { openTvPage, type TvPage } from '../../testing/tv-page.ts'
import { controlsOf } from '../control/player-panel.ts'
import { watchCast, type CastState } from './cast.ts'

let states: CastState[]
let video: HTMLVideoElement
beforeEach(() => {
  states = []
  video = document.createElement('video')
})
const watch = () => watchCast(video, (state) => states.push(state))

test('a browser that has neither has no list of devices', () => {
  expect(watch()).toBeUndefined()
})

test('AirPlay: a device is there, the picker opens, and the video plays there until it does not', async () => {
  const open = vi.fn<() => void>()
  let isWireless = false
  Object.defineProperties(video, {
    webkitShowPlaybackTargetPicker: { value: open },
    webkitCurrentPlaybackTargetIsWireless: { get: () => isWireless },
  })
  const cast = watch()
  const announce = (availability: string) =>
    video.dispatchEvent(Object.assign(new Event('webkitplaybacktargetavailabilitychanged'), { availability }))
  announce('available')
  await cast?.choose()
  expect(open).toHaveBeenCalledOnce()
  isWireless = true
  video.dispatchEvent(new Event('webkitcurrentplaybacktargetiswirelesschanged'))
  isWireless = false
  announce('not-available')
  expect(states).toEqual(['available', 'connected', 'none'])
})

class Remote extends EventTarget {
  state: RemotePlaybackState = 'disconnected'
  report: (isAvailable: boolean) => void = () => {}
  canWatch = true
  prompt = vi.fn<() => Promise<void>>(async () => {})
  watchAvailability(callback: (isAvailable: boolean) => void): Promise<number> {
    this.report = callback
    return this.canWatch ? Promise.resolve(1) : Promise.reject(new DOMException('', 'NotSupportedError'))
  }
  become(state: RemotePlaybackState, event: string): void {
    this.state = state
    this.dispatchEvent(new Event(event))
  }
}

test('Remote Playback: devices come and go, and a connection is told', async () => {
  const remote = new Remote()
  Object.defineProperty(video, 'remote', { value: remote })
  const cast = watch()
  remote.report(false)
  remote.report(true)
  await cast?.choose()
  expect(remote.prompt).toHaveBeenCalledOnce()
  remote.become('connecting', 'connecting')
  remote.become('connected', 'connect')
  remote.become('disconnected', 'disconnect')
  expect(states).toEqual(['none', 'available', 'connecting', 'connected', 'available'])
})

test('a browser that cannot watch for devices shows none', async () => {
  Object.defineProperty(video, 'remote', { value: Object.assign(new Remote(), { canWatch: false }) })
  watch()
  await waitFor(() => expect(states).toEqual(['none']))
})

async function castOn(page: TvPage): Promise<void> {
  page.tv.clickControl('cast')
  await Promise.resolve()
  await Promise.resolve()
}
const castMessages = (page: TvPage) => page.messages.flatMap((message) => (message.kind === 'cast' ? [message.is_on] : []))

test('the control is there only with a device; the box lets the other screen read the film, and no longer once it is over', async () => {
  const page = openTvPage()
  page.inside()
  page.tv.heard(aLoad)
  expect(controlsOf(page.tv.state.get().panel)).not.toContain('cast')
  page.tv.cast('available')
  expect(controlsOf(page.tv.state.get().panel)).toContain('cast')
  page.chooseCast = () => Promise.reject(new DOMException('', 'NotAllowedError'))
  await castOn(page)
  expect([castMessages(page), page.tv.state.get().refused]).toEqual([[true, false], ''])
  page.chooseCast = () => Promise.reject(new DOMException('', 'NotFoundError'))
  await castOn(page)
  expect([castMessages(page).length, page.tv.state.get().refused]).toEqual([4, 'cast'])
  page.chooseCast = () => Promise.resolve()
  await castOn(page)
  page.tv.cast('connected')
  page.tv.heard({ ...aLoad, play_id: 'p2' })
  expect(page.tv.state.get().panel.cast).toBe('connected')
  expect(castMessages(page).slice(4)).toEqual([true])
  page.tv.cast('none')
  expect(castMessages(page).slice(4)).toEqual([true, false])
  expect(controlsOf(page.tv.state.get().panel)).not.toContain('cast')
})
