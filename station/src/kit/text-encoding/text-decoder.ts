/** Decodes text: TextDecoder, the code pages that the Encoding Standard left out, and Chinese and Korean in seven bits. */
import { codePages, lowLetters } from './code-pages.ts'

type Decoder = { decode: (bytes: Uint8Array) => string }

/** Characters stand between two marks, in pairs of seven bits; with the eighth they are those of another encoding. What else the marks have is left out, but for ~~, which is ~. */
type SevenBits = { encoding: string; marks: RegExp }
const [escape, shiftOut, shiftIn] = ['\u001b', '\u000e', '\u000f']
const sevenBits: ReadonlyMap<string, SevenBits> = new Map([
  // RFC 1843. A line begins in ASCII.
  ['hz-gb-2312', { encoding: 'gb18030', marks: /~\{((?:[!-}][!-~])*)(?:~\})?|~~|~\r?\n/g }],
  // RFC 1557.
  [
    'iso-2022-kr',
    {
      encoding: 'euc-kr',
      marks: new RegExp(`${shiftOut}([^${shiftIn}\\r\\n]*)${shiftIn}?|${escape}\\$\\)C(?:\\r?\\n)?|${shiftIn}`, 'g'),
    },
  ],
])

/** decode: throws on bytes that are no text of the encoding where it is fatal. */
export function textDecoderOf(encoding: string, { fatal = false } = {}): Decoder {
  const page = codePages.get(encoding)
  if (page !== undefined) return pageDecoder({ encoding, page, fatal })
  const pairs = sevenBits.get(encoding)
  return pairs ? sevenBitDecoder(pairs, fatal) : new TextDecoder(encoding, { fatal })
}

function pageDecoder({ encoding, page, fatal }: { encoding: string; page: string; fatal: boolean }): Decoder {
  const low = lowLetters.get(encoding)
  return {
    decode(bytes) {
      // A file of some megabytes is read in one turn.
      const units = new Uint16Array(bytes)
      for (let at = 0; at < units.length; at += 1) {
        const byte = units[at] ?? 0
        if (byte >= 0x80) units[at] = page.charCodeAt(byte - 0x80)
        else if (low && byte < 0x20) units[at] = low.get(byte)?.charCodeAt(0) ?? byte
      }
      const text = Buffer.from(units.buffer).toString('utf16le')
      if (fatal && text.includes('\ufffd')) throw new TypeError(`bytes that ${encoding} does not have`)
      // CP864 has a byte for each form of an Arabic letter. A font chooses the form by itself.
      return text.replace(/[\ufe70-\ufefc]+/g, (forms) => forms.normalize('NFKC'))
    },
  }
}

function sevenBitDecoder({ encoding, marks }: SevenBits, fatal: boolean): Decoder {
  return {
    decode(bytes) {
      const eight = Buffer.from(bytes)
        .toString('latin1')
        .replace(marks, (mark: string, pairs: string | undefined) =>
          mark === '~~' ? '~' : (pairs ?? '').replace(/[!-~]/g, (half) => String.fromCharCode(half.charCodeAt(0) | 0x80)),
        )
      return new TextDecoder(encoding, { fatal }).decode(Buffer.from(eight, 'latin1'))
    },
  }
}

/** Whether TextDecoder has it, and with it the rest of the world. */
export function isStandardEncoding(encoding: string): boolean {
  return !codePages.has(encoding) && !sevenBits.has(encoding)
}

/** The name of an encoding by any of its labels; undefined if there is none such. */
export function encodingNamed(label: string): string | undefined {
  if (!isStandardEncoding(label)) return label
  try {
    const { encoding } = new TextDecoder(label)
    return encoding === 'gbk' ? 'gb18030' : encoding
  } catch {
    return undefined
  }
}
