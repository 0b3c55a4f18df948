/**
 * The camera: the part of the plan that is in sight, and its scale. Sits in the page of the energy map. Pure.
 *
 * A place of the plan is at `(place - camera) * scale` pixels from the canvas's upper left corner.
 */
import { LARGEST_FIT, type Screen } from './layout';

export interface Camera {
  readonly x: number;
  readonly y: number;
  /** Pixels a line. */
  readonly scale: number;
}

/** A line is never larger: its text is as large as in a presentation. */
const LARGEST = 32;
const MARGIN_PX = 10;

export function fitAll(world: Screen, screen: Screen): Camera {
  const [width, height] = [screen.width - 2 * MARGIN_PX, screen.height - 2 * MARGIN_PX];
  const scale = Math.min(width / world.width, height / world.height, LARGEST_FIT);
  const x = (world.width - screen.width / scale) / 2;
  // What does not fill the screen begins at its top, as a text does.
  const y = Math.min((world.height - screen.height / scale) / 2, 0) < 0 ? -MARGIN_PX / scale : 0;
  return { x: world.width * scale < width * 0.7 ? -MARGIN_PX / scale : x, y, scale };
}

/** Larger or smaller by a factor, with what is at a pixel staying there. */
export function zoomAt(camera: Camera, px: number, py: number, factor: number, smallest: number): Camera {
  const scale = Math.min(LARGEST, Math.max(smallest, camera.scale * factor));
  return {
    x: camera.x + px / camera.scale - px / scale,
    y: camera.y + py / camera.scale - py / scale,
    scale,
  };
}

/** Moved by pixels. */
export function panBy(camera: Camera, dx: number, dy: number): Camera {
  return { ...camera, x: camera.x + dx / camera.scale, y: camera.y + dy / camera.scale };
}

/** Something of the plan stays in sight. */
export function keepInSight(camera: Camera, world: Screen, screen: Screen): Camera {
  const [width, height] = [screen.width / camera.scale, screen.height / camera.scale];
  return {
    ...camera,
    x: Math.min(world.width - width * 0.2, Math.max(width * -0.8, camera.x)),
    y: Math.min(world.height - height * 0.2, Math.max(height * -0.8, camera.y)),
  };
}

/** Moved as little as brings a line into sight, with some room around it. */
export function reveal(
  camera: Camera,
  place: { readonly x: number; readonly y: number },
  screen: Screen,
): Camera {
  const along = (at: number, from: number, length: number, room: number): number =>
    at - room < from ? at - room : at + room > from + length ? at + room - length : from;
  const [width, height] = [screen.width / camera.scale, screen.height / camera.scale];
  return {
    ...camera,
    x: along(place.x + 10, camera.x, width, Math.min(60, width * 0.3)),
    y: along(place.y, camera.y, height, Math.min(20, height * 0.2)),
  };
}

/** Half-way between two, for moving from one to the other: the zoom by factors, the place so that it seems steady. */
export function between(from: Camera, to: Camera, amount: number): Camera {
  const scale = from.scale * (to.scale / from.scale) ** amount;
  // Along the line on which the plan seems to be fixed at one pixel.
  const share =
    Math.abs(to.scale - from.scale) < 1e-9
      ? amount
      : (1 / scale - 1 / from.scale) / (1 / to.scale - 1 / from.scale);
  return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share, scale };
}
