/** The moderators' queue shows reported bullet comments beside posts, and closes their reports. */
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createClient } from '../../app/client.ts'
import { setLang } from '../../kit/lang.ts'
import { endSession, startSession } from '../../kit/session.ts'
import { aPerson } from '../../testing/posts.ts'
import { aSignIn } from '../../testing/samples.ts'
import { ok, pageOf, serve } from '../../testing/server.ts'
import { Toasts } from '../../ui/toast.tsx'
import { ReportedList } from './reported-list.tsx'

const bullet = {
  id: 'bullet-1',
  text: '<b>buy now</b>',
  time_ms: 72_000,
  color: '#ffffff',
  mode: 'roll',
  is_mine: false,
  created_at: 1,
  video_id: 'place',
  author: aPerson,
  reports: [{ by: null, reason: 'spam', text: '', at: 1 }],
  is_hidden: false,
}

beforeEach(() => {
  localStorage.clear()
  setLang('en')
  startSession(aSignIn)
})
afterEach(() => {
  cleanup()
  endSession()
})

test.each([
  ['en', { title: 'Bullet comment in a guide', hide: 'Hide', hidden: 'Hidden', none: 'No reports' }],
  ['zh', { title: '指南视频的弹幕', hide: '隐藏', hidden: '已隐藏', none: '没有待处理的举报' }],
] as const)(
  'a reported bullet comment has its row, with what it says and where, until a moderator decided (%s)',
  async (lang, { title, hide, hidden, none }) => {
    setLang(lang)
    startSession(aSignIn)
    let isReported = true
    const server = serve({
      '/forum/reported': () => pageOf([]),
      '/api/strategy/reportedBullets': () => pageOf(isReported ? [bullet] : []),
      '/api/strategy/moderateBullet': () => {
        isReported = false
        return ok(null)
      },
    })
    render(
      <QueryClientProvider client={createClient(() => {})}>
        <ReportedList />
        <Toasts />
      </QueryClientProvider>,
    )
    expect(await screen.findByText(title)).toBeTruthy()
    expect(screen.getByText('<b>buy now</b>')).toBeTruthy()
    expect(screen.getByText('quiet-nuc · 1:12')).toBeTruthy()
    expect(screen.getByRole('link').getAttribute('href')).toContain('/pages/main/video/index?id=place')
    expect(screen.queryByText(none)).toBe(null)
    fireEvent.click(screen.getByRole('button', { name: hide }))
    expect(await screen.findByText(hidden)).toBeTruthy()
    expect(server.of('/api/strategy/moderateBullet')).toEqual([{ id: 'bullet-1', what: 'hide' }])
    await waitFor(() => expect(screen.queryByText(title)).toBe(null))
    expect(await screen.findByText(none)).toBeTruthy()
  },
)
