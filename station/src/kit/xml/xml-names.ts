/** Names of elements without their prefix: programs choose their own for the same namespace. */
import type { XmlElement } from './parse-xml.ts'

export function localName({ name }: XmlElement): string {
  return name.slice(name.indexOf(':') + 1)
}

/** The text of the first child of that name that has any; one without a prefix before others. */
export function firstText(element: XmlElement, name: string): string {
  const named = element.children.filter((child) => localName(child) === name && child.text.trim() !== '')
  return (named.find((child) => child.name === name) ?? named[0])?.text.trim() ?? ''
}
