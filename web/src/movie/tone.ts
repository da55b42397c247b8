/** The background colour for a film's poster: its dominant hue, dark enough for white icons. */
import { useEffect, useState } from 'react'

/** The poster is sampled as so many pixels per side. */
const side = 16
const mostSaturation = 0.42
const lightness = 0.27

/** '' until the picture is loaded, and if its pixels cannot be read. */
export function useTone(url: string): string {
  const [matches, setFound] = useState({ url: '', tone: '' })
  useEffect(() => {
    if (url === '') return
    let isWanted = true
    const image = new Image()
    image.addEventListener('load', () => isWanted && setFound({ url, tone: toneOf(dotsOf(image)) }))
    image.src = url
    return () => {
      isWanted = false
    }
  }, [url])
  return matches.url === url ? matches.tone : ''
}

function dotsOf(image: HTMLImageElement): Uint8ClampedArray | null {
  const canvas = document.createElement('canvas')
  canvas.width = side
  canvas.height = side
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) return null
  context.drawImage(image, 0, 0, side, side)
  return context.getImageData(0, 0, side, side).data
}

/** RGBA pixels → a CSS colour. Saturated colours weigh more than greys; a grey picture stays grey. */
export function toneOf(dots: Uint8ClampedArray | null): string {
  if (!dots) return ''
  let [x, y, weight, saturation] = [0, 0, 0, 0]
  for (let at = 0; at + 2 < dots.length; at += 4) {
    const one = hslOf(dots[at] ?? 0, dots[at + 1] ?? 0, dots[at + 2] ?? 0)
    x += Math.cos((one.h * Math.PI) / 180) * one.s
    y += Math.sin((one.h * Math.PI) / 180) * one.s
    saturation += one.s * one.s
    weight += one.s
  }
  const hue = Math.round(((Math.atan2(y, x) * 180) / Math.PI + 360) % 360)
  const strength = weight === 0 ? 0 : Math.min(mostSaturation, saturation / weight)
  return `hsl(${hue} ${Math.round(strength * 100)}% ${Math.round(lightness * 100)}%)`
}

function hslOf(red: number, green: number, blue: number): { h: number; s: number } {
  const [r, g, b] = [red / 255, green / 255, blue / 255]
  const [most, least] = [Math.max(r, g, b), Math.min(r, g, b)]
  const range = most - least
  if (range === 0) return { h: 0, s: 0 }
  const sum = most + least
  const s = range / (sum > 1 ? 2 - sum : sum)
  const h = most === r ? ((g - b) / range) % 6 : most === g ? (b - r) / range + 2 : (r - g) / range + 4
  // Near black and near white a colour is hardly seen.
  return { h: (h * 60 + 360) % 360, s: s * (1 - Math.abs(sum - 1)) }
}
