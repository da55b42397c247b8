/** Decodes QR codes in pictures with the barcode-detector ponyfill; its WASM decoder is served with the app. */

/** Every code in the picture as text. */
export type ReadCodes = (picture: HTMLVideoElement | Blob) => Promise<string[]>

let opening: Promise<ReadCodes> | null = null

export function openReader(): Promise<ReadCodes> {
  return (opening ??= open().catch((error: unknown) => {
    opening = null
    throw error
  }))
}

async function open(): Promise<ReadCodes> {
  const { BarcodeDetector, prepareZXingModule } = await import('barcode-detector/ponyfill')
  const { default: wasm } = await import('zxing-wasm/reader/zxing_reader.wasm?url')
  // by default it would load from a third-party server
  prepareZXingModule({ overrides: { locateFile: () => wasm } })
  const detector = new BarcodeDetector({ formats: ['qr_code'] })
  return async (picture) => (await detector.detect(picture)).map(({ rawValue }) => rawValue)
}
