/** Elements of an XML text, however broken it is; no entity but the five of XML and numbers is replaced, none is expanded or fetched. */
import { Parser } from 'htmlparser2'

/** text: all of it below the element, without markup. */
export type XmlElement = { name: string; attributes: Record<string, string>; text: string; children: XmlElement[] }
/** rest: text outside the elements. */
export type XmlContent = { elements: XmlElement[]; rest: string }

/** Deeper elements belong to the last one above. */
const deepest = 8
const maxElements = 20_000
/** Those of an element; more are left out. */
const maxAttributes = 64
const maxNested = 100
const writtenAtOnce = 4_096
/** A few milliseconds. */
const writtenInOneTurn = 131_072

export function parseXml(text: string): XmlContent {
  const reader = createXmlReader()
  reader.write(text)
  return reader.end()
}

/** The same of a long text that came from outside: it keeps nobody else waiting. */
export async function parseLongXml(text: string): Promise<XmlContent> {
  const reader = createXmlReader()
  for (let at = 0; at < text.length; at += writtenInOneTurn) {
    reader.write(text.slice(at, at + writtenInOneTurn))
    await new Promise<void>((resolve) => setImmediate(resolve))
  }
  return reader.end()
}

function createXmlReader() {
  const top: XmlElement = { name: '', attributes: {}, text: '', children: [] }
  const open = [top]
  let depth = 0
  let count = 0
  let attributeCount = 0
  /** Those of the tag that is read. */
  let attributes: XmlElement['attributes'] = {}
  const parser = new Parser(
    {
      onopentagname(name) {
        depth += 1
        attributes = Object.create(null)
        attributeCount = 0
        if (depth > deepest || count >= maxElements) return
        count += 1
        const element = { name: name.toLowerCase(), attributes, text: '', children: [] }
        open.at(-1)?.children.push(element)
        open.push(element)
      },
      onattribute(name, value) {
        attributeCount += 1
        if (attributeCount <= maxAttributes) attributes[name.toLowerCase()] ??= value
      },
      ontext(piece) {
        const element = open.at(-1)
        if (element) element.text += piece
      },
      onclosetag() {
        if (depth === open.length - 1 && depth > 0) {
          const [element, above] = [open.pop(), open.at(-1)]
          if (element && above && above !== top) above.text += element.text
        }
        depth -= 1
      },
    },
    { xmlMode: true, decodeEntities: true },
  )
  // A file that is nested without end is not read on.
  const isTooDeep = () => depth >= maxNested
  return {
    write(text: string): void {
      for (let at = 0; at < text.length && !isTooDeep(); at += writtenAtOnce) parser.write(text.slice(at, at + writtenAtOnce))
    },
    end(): XmlContent {
      parser.end()
      return { elements: top.children, rest: top.text }
    },
  }
}
