// WebP encoding of screenshots.

/** Joins scaled PNG images in a row to one WebP. */
export async function webp(page, pictures, { quality, scale = 1 }) {
  const sources = pictures.map((png) => `data:image/png;base64,${png.toString("base64")}`);
  return Buffer.from(await page.evaluate(join, [sources, quality, scale]), "base64");
}

/** Runs in the page. */
async function join([sources, quality, scale]) {
  const images = sources.map((src) => Object.assign(new Image(), { src }));
  await Promise.all(images.map((image) => image.decode()));
  const GAP = images.length > 1 ? 12 : 0;
  const widths = images.map(({ naturalWidth }) => Math.round(naturalWidth * scale));
  const heights = images.map(({ naturalHeight }) => Math.round(naturalHeight * scale));
  const canvas = document.createElement("canvas");
  canvas.width = widths.reduce((sum, width) => sum + width + GAP, -GAP);
  canvas.height = Math.max(...heights);
  const context = canvas.getContext("2d");
  context.imageSmoothingQuality = "high";
  let left = 0;
  for (const [i, image] of images.entries()) {
    context.drawImage(image, left, 0, widths[i], heights[i]);
    left += widths[i] + GAP;
  }
  return canvas.toDataURL("image/webp", quality).split(",")[1];
}
