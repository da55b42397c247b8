/** How many uploads run: a page that uploads is not reloaded. */
let running = 0

export function isUploading(): boolean {
  return running > 0
}

export async function countUpload<T>(upload: Promise<T>): Promise<T> {
  running += 1
  return upload.finally(() => (running -= 1))
}
