/** Choosing among 20,000 files of a torrent: the rows in view only, whole folders, a search, videos only, the keyboard. */
import type { TorrentInfo } from '@homeport/contract/download/download.ts'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setLang } from '../../kit/lang.ts'
import { FileChoice } from './file-choice.tsx'
import { isChosen, selectedIn, selectionFrom, type ChosenFiles } from '../chosen-files.ts'

const total = 20_000
const folders = 40
const perFolder = total / folders

/** 40 folders of 500 files: every fifth is a subtitle. */
const info: TorrentInfo = {
  name: 'Archive',
  select_count: total,
  total,
  total_size: total * 1_000,
  sub_fileinfo: Array.from({ length: total }, (_, at) => ({
    index: at + 1,
    file_name: `Season ${Math.floor(at / perFolder) + 1}/${(at % perFolder) + 1}.${at % 5 === 4 ? 'srt' : 'mkv'}`,
    file_size: 1_000,
    is_selected: true,
  })),
}

let chosenNow: ChosenFiles
const onChoice = (next: ChosenFiles) => void (chosenNow = next)

function Harness() {
  const [chosen, setChosen] = useState(() => selectedIn(info))
  return (
    <div data-scroller>
      <FileChoice info={info} chosen={chosen} onSelect={(next) => (setChosen(next), onChoice(next))} />
    </div>
  )
}

beforeEach(() => {
  setLang('zh')
  setLang('en')
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(600)
  render(<Harness />)
})
afterEach(cleanup)

const checkbox = (name: string | RegExp) => screen.getByRole<HTMLInputElement>('checkbox', { name })
const tick = (name: string | RegExp) => act(async () => checkbox(name).click())
const open = (name: RegExp) => act(async () => screen.getByRole('button', { name }).click())
const rows = () => screen.getAllByRole('listitem')

test('folders come first, closed; an open one has only the rows in view in the page', async () => {
  expect(rows()).toHaveLength(folders)
  await open(/^Season 1 /)
  expect(rows().length).toBeLessThan(60)
  expect(rows()[0]?.getAttribute('aria-setsize')).toBe(String(folders + perFolder))
  expect(rows()[1]?.getAttribute('aria-level')).toBe('2')
  expect(screen.getByRole('list', { name: 'Files' }).style.height).toBe(`${(folders + perFolder) * 52}px`)
})

test('a tick of a folder is for all its files; with some of them it and the whole are mixed', async () => {
  await tick('Select all in Season 2')
  expect(chosenNow.size).toBe(total - perFolder)
  expect(chosenNow.bytes).toBe(
    info.sub_fileinfo.reduce((sum, file) => sum + (isChosen(chosenNow, file.index) ? file.file_size : 0), 0),
  )
  expect(checkbox('Select all in Season 2').checked).toBe(false)
  expect(checkbox('Select all files').indeterminate).toBe(true)
  expect(screen.getByText('19500 of 20000 selected')).toBeTruthy()
  await open(/^Season 2 /)
  await tick(/^7\.mkv/)
  expect(checkbox('Select all in Season 2').indeterminate).toBe(true)
  expect(screen.getByRole('button', { name: /^Season 2 1 of 500/ })).toBeTruthy()
  await tick('Select all in Season 2')
  expect(checkbox('Select all in Season 2').checked).toBe(true)
  expect(chosenNow.size).toBe(total)
  await tick('Select all files')
  expect(chosenNow.size).toBe(0)
})

test('videos only chooses them and nothing else, once more everything', async () => {
  await open(/^Videos only/)
  expect(screen.getByRole('button', { name: /^Videos only/ }).getAttribute('aria-pressed')).toBe('true')
  expect(chosenNow.size).toBe(total * 0.8)
  expect(isChosen(chosenNow, 5)).toBe(false)
  expect(selectionFrom(chosenNow)).toMatch(/^1-4,6-9,11-14,/)
  await open(/^Videos only/)
  expect(chosenNow.size).toBe(total)
})

test('a search shows what matches in its folders; the tick above and those of folders are for the matches', async () => {
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'season 40/10.srt' } })
  expect(await screen.findByText('10.srt')).toBeTruthy()
  expect(rows()).toHaveLength(2)
  await tick('Select all matches')
  expect([chosenNow.size, isChosen(chosenNow, 39 * perFolder + 10)]).toEqual([total - 1, false])
  await tick('Select all in Season 40')
  expect(chosenNow.size).toBe(total)
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'no such file' } })
  expect(await screen.findByText('No files match')).toBeTruthy()
  expect(checkbox('Select all matches').disabled).toBe(true)
})

test('arrow keys move between the rows, open a folder and close it', async () => {
  const focused = () => document.activeElement?.closest('li')?.textContent
  const key = (name: string) => act(async () => void fireEvent.keyDown(document.activeElement ?? document, { key: name }))
  checkbox('Select all in Season 1').focus()
  await key('ArrowDown')
  expect(focused()).toMatch(/^Season 2/)
  await key('ArrowRight')
  expect(screen.getByRole('button', { name: /^Season 2 / }).getAttribute('aria-expanded')).toBe('true')
  await key('ArrowRight')
  expect(focused()).toMatch(/^1\.mkv/)
  await key('ArrowLeft')
  expect(focused()).toMatch(/^Season 2/)
  await key('ArrowLeft')
  expect(rows()).toHaveLength(folders)
  await key('Home')
  expect(focused()).toMatch(/^Season 1/)
})
