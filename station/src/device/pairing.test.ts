/** The pairing code (promise 19), with a test clock. */
import { codeAlphabet } from '@homeport/contract/kit/connection.ts'
import { describe, expect, it } from 'vitest'
import { createPairing } from './pairing.ts'

const minute = 60_000

function open(isBound = false) {
  let at = 1_000_000
  const shown: string[] = []
  const pairing = createPairing({ now: () => at, isBound, onChange: (code) => shown.push(code) })
  const pass = (ms: number) => {
    at += ms
    pairing.tick()
  }
  return { pairing, shown, pass, later: (ms: number) => (at += ms) }
}

describe('P19: the pairing code', () => {
  it('has 40 bits: 8 characters of 32', () => {
    const codes = Array.from({ length: 200 }, () => open().pairing.code())
    for (const code of codes) expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{8}$/)
    expect(codeAlphabet).toHaveLength(32)
    expect(new Set(codes).size).toBe(200)
    expect(new Set(codes.join('')).size).toBe(32)
  })

  it('opens once', () => {
    const { pairing } = open()
    const code = pairing.code()
    expect(pairing.spend(code)).toBe(true)
    expect(pairing.spend(code)).toBe(false)
    expect(pairing.code()).toBe('')
  })

  it('is forgiving in how it is typed, and in nothing else', () => {
    const { pairing } = open()
    const code = pairing.code()
    const wrong = (code.startsWith('7') ? '8' : '7') + code.slice(1)
    for (const typed of ['', code.slice(0, 7), `${code}0`, wrong]) expect(pairing.spend(typed)).toBe(false)
    expect(pairing.spend(` ${code.slice(0, 4).toLowerCase()}-${code.slice(4).toLowerCase()} `)).toBe(true)
  })

  it('ends after ten minutes, on the second, even where no tick came in between', () => {
    const { pairing, later } = open()
    const code = pairing.code()
    later(10 * minute - 1)
    expect(pairing.fits(code)).toBe(true)
    later(1)
    expect(pairing.fits(code)).toBe(false)
    expect(pairing.spend(code)).toBe(false)
  })

  it('is followed by another while the box is unbound', () => {
    const { pairing, shown, pass } = open()
    const first = pairing.code()
    pass(10 * minute)
    expect(pairing.code()).not.toBe(first)
    expect(shown).toEqual([pairing.code()])
    expect(pairing.spend(first)).toBe(false)
  })

  it('is replaced after too many wrong tries, where one is on show', () => {
    const { pairing } = open()
    const first = pairing.code()
    pairing.renew()
    expect(pairing.spend(first)).toBe(false)
    expect(pairing.code()).toHaveLength(8)
    const bound = open(true)
    bound.pairing.renew()
    expect(bound.pairing.code()).toBe('')
  })

  it('that was spent without a binding is replaced after half a minute', () => {
    const { pairing, pass } = open()
    pairing.spend(pairing.code())
    pass(29_000)
    expect(pairing.code()).toBe('')
    pass(1_000)
    expect(pairing.code()).toHaveLength(8)
  })

  it('is not shown by a bound box, but for who asks at the box; that one ends by itself', () => {
    const { pairing, pass } = open(true)
    pass(minute)
    expect(pairing.code()).toBe('')
    const code = pairing.ask()
    expect(pairing.fits(code)).toBe(true)
    expect(pairing.ask()).toBe(code)
    pass(8 * minute)
    expect(pairing.ask()).not.toBe(code)
    pass(10 * minute)
    expect(pairing.code()).toBe('')
  })

  it('stays when it was asked for before the word of the last binding came', () => {
    const { pairing } = open()
    expect(pairing.spend(pairing.code())).toBe(true)
    const next = pairing.ask()
    pairing.household(true)
    expect(pairing.code()).toBe(next)
    expect(pairing.spend(next)).toBe(true)
  })

  it('is shown again when the last of the household has left, and gone when someone joined', () => {
    const { pairing } = open()
    pairing.household(true)
    expect(pairing.code()).toBe('')
    pairing.household(false)
    expect(pairing.code()).toHaveLength(8)
  })
})
