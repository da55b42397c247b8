/** A response that is JSON already: the text is sent as it is. */
export class JsonText {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }

  /** For whatever serializes the response as a part of another one. */
  toJSON(): unknown {
    return JSON.parse(this.text)
  }
}
