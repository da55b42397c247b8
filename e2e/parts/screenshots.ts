/** Demo films with drawn posters, as long as real ones, for screenshots and demo data. */
import { spawnSync } from 'node:child_process'
import { copyFile, mkdir, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { filmMaker } from './film.ts'

type Drawn = {
  title: string
  zh: string
  year: number
  minutes: number
  paper: string
  ink: string
  face: string
  at: string
  picture: string
}

export async function drawnFilms(): Promise<Drawn[]> {
  return JSON.parse(await readFile(new URL('drawn.json', import.meta.url), 'utf8'))
}

/** Writes each film with its poster, in a folder of its own. */
export async function makeDrawnFilms(page: Page, { into, lang }: { into: string; lang: 'en' | 'zh' }): Promise<void> {
  for (const film of await drawnFilms()) {
    const title = lang === 'zh' ? film.zh : film.title
    const folder = path.join(into, `${title} (${film.year})`)
    await mkdir(folder, { recursive: true })
    await page.setViewportSize({ width: 600, height: 900 })
    await page.setContent(`<body style="margin:0">${posterOf(film, title)}</body>`)
    await page.screenshot({ path: path.join(folder, 'poster.jpg'), type: 'jpeg', quality: 90 })
    await page.setViewportSize({ width: 1920, height: 1080 })
    await page.setContent(`<body style="margin:0">${sceneOf(film)}</body>`)
    const scene = path.join(folder, 'scene.png')
    await page.screenshot({ path: scene })
    await copyFile(scene, path.join(folder, 'fanart.png'))
    const file = path.join(folder, `${title} (${film.year}) 1080p.mp4`)
    const still = ['-loop', '1', '-framerate', '1/30', '-i', scene, '-t', String(film.minutes * 60)]
    const coded = [
      '-c:v',
      'libx264',
      '-preset',
      'ultrafast',
      '-tune',
      'stillimage',
      '-pix_fmt',
      'yuv420p',
      '-movflags',
      '+faststart',
    ]
    const done = spawnSync(filmMaker ?? '', ['-v', 'error', '-y', ...still, ...coded, file], { encoding: 'utf8' })
    if (done.status !== 0) throw new Error(`ffmpeg made no film: ${done.stderr}`)
    await rm(scene)
  }
}

function sceneOf({ paper, picture }: Drawn): string {
  return `<svg width="1920" height="1080" viewBox="0 60 200 112" preserveAspectRatio="xMidYMid slice" xmlns="http://www.w3.org/2000/svg"><path d="M-200-200h600v800h-600z" fill="${paper}"/>${picture}</svg>`
}

function posterOf(film: Drawn, title: string): string {
  const lines = /[㐀-鿿]/.test(title) ? [title] : linesOf(title)
  const longest = Math.max(...lines.map((line) => line.length * (/[㐀-鿿]/.test(line) ? 1.7 : 1)))
  const size = Math.min(27, Math.floor(168 / (longest * 0.66)))
  const top = film.at === 'b' ? 271 - (lines.length - 1) * size * 1.12 : 30 + size * 0.6
  const plate = film.at === 'b' ? `<path d="M0 ${Math.max(top - size - 8, 200)}h200v120H0z" fill="${film.paper}"/>` : ''
  const family = film.face === 'serif' ? 'serif' : 'sans-serif'
  const text = lines.map(
    (line, index) =>
      `<text x="100" y="${top + index * size * 1.12}" text-anchor="middle" fill="${film.ink}" style="font:700 ${size}px ${family}">${line}</text>`,
  )
  return `<svg width="600" height="900" viewBox="0 0 200 300" xmlns="http://www.w3.org/2000/svg"><path d="M0 0h200v300H0z" fill="${film.paper}"/>${film.picture}${plate}${text.join('')}</svg>`
}

function linesOf(title: string): string[] {
  const lines: string[] = []
  for (const word of title.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && `${last} ${word}`.length <= 12) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}
