/** A form with unsaved values: every way out of its page asks first, and none asks when nothing is lost. */
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { setLang } from '../kit/lang.ts'
import { back, forward, redirect, switchTab } from '../kit/nav/nav.ts'
import { useLeaveQuestion } from './leave-question.ts'
import { Modals } from './modal.tsx'

const above = '/pages/above'

function TestForm({ isChanged }: { isChanged: boolean }) {
  const leave = () => back(above)
  const unasked = useLeaveQuestion({ isChanged, leave })
  return (
    <>
      <a href="#/pages/link">a link</a>
      <button onClick={() => unasked(leave)}>saved</button>
    </>
  )
}

const show = (isChanged: boolean) =>
  render(
    <>
      <TestForm isChanged={isChanged} />
      <Modals />
    </>,
  )
const questionShown = () => screen.findByRole('alertdialog', { name: 'Leave without saving?' })
const answer = async (name: string) => {
  const button = await screen.findByRole('button', { name })
  await act(async () => button.click())
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBe(null))
}
const stands = (at: string) => waitFor(() => expect(location.hash).toBe(`#${at}`))

beforeEach(async () => {
  setLang('en')
  forward('/pages/before')
  forward('/pages/form')
  await stands('/pages/form')
})
afterEach(cleanup)

const ways: [name: string, go: () => void, to: string][] = [
  ['the Back of the browser', () => history.back(), '/pages/before'],
  ['the Back of the app', () => back(above), '/pages/before'],
  ['a link', () => screen.getByText('a link').click(), '/pages/link'],
  ['a tab', () => switchTab('/pages/tab'), '/pages/tab'],
  ['a redirect', () => redirect('/pages/else'), '/pages/else'],
]

test.each(ways)('%s asks: who stays stays and is asked again, who leaves is there', async (_, go, to) => {
  show(true)
  for (const round of ['Keep editing', 'Keep editing', 'Leave']) {
    await act(async () => go())
    await questionShown()
    expect(location.hash).toBe('#/pages/form')
    await answer(round)
    if (round !== 'Leave') await stands('/pages/form')
  }
  await stands(to)
})

test('what is saved, or was not changed, is left without a question', async () => {
  const shown = show(true)
  await act(async () => screen.getByRole('button', { name: 'saved' }).click())
  await stands('/pages/before')
  shown.unmount()
  forward('/pages/form')
  show(false)
  await act(async () => forward('/pages/next'))
  await stands('/pages/next')
  expect(screen.queryByRole('alertdialog')).toBe(null)
})
