import { useEffect, useEffectEvent, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import type { useSwipe } from './useSwipe';

/** A point in CSS pixels, relative to the stage's centre. */
interface Point {
  x: number;
  y: number;
}

/** At scale 1, the picture fits the stage. `x` and `y` are the offset of the picture's centre from the stage's centre. */
interface View extends Point {
  scale: number;
}

interface Gesture {
  from: View;
  pointers: Map<number, { start: Point; now: Point }>;
  isTap: boolean;
}

const UNZOOMED: View = { scale: 1, x: 0, y: 0 };

/** The scale after a double tap or a click on "Zoom in". */
const CLOSE_SCALE = 2.5;
const MAX_SCALE = 6;

const KEY_FACTOR = 1.5;
/** The distance by which an arrow key moves the picture, in CSS pixels. */
const KEY_DISTANCE = 80;

/** The maximum movement of a pointer during a tap, in CSS pixels. */
const TAP_DISTANCE = 10;

/** The maximum distance between the two taps of a double tap, in CSS pixels. */
const DOUBLE_TAP_DISTANCE = 40;
/** The maximum time between the two taps of a double tap, in milliseconds. */
const DOUBLE_TAP_TIME = 350;

/**
 * Lets visitors zoom a picture on a stage (§2): by pinching, with a double tap or double click, with Ctrl + wheel, or with
 * the keys +, - and 0. Browsers report pinching on a trackpad as wheel events with Ctrl. A zoomed picture can be moved by
 * dragging, with the wheel, or with the arrow keys. A picture at scale 1 can be swiped. The scale returns to 1 when the
 * picture changes or the window is resized.
 *
 * @param picture the picture's index, which tells the hook when the picture changes
 * @param swipe receives the events of a single pointer while the picture is at scale 1
 */
export function useZoom(picture: number, swipe: ReturnType<typeof useSwipe>) {
  const stage = useRef<HTMLDivElement>(null);
  const gesture = useRef<Gesture>({ from: UNZOOMED, pointers: new Map(), isTap: false });
  const lastTap = useRef({ x: 0, y: 0, time: -Infinity });
  const [shown, setShown] = useState({ picture, view: UNZOOMED, isGesture: false });
  /** The last value passed to `setShown`. `shown` has this value only after the next render. */
  const latest = useRef(shown);
  const { view, isGesture } = shown.picture === picture ? shown : { view: UNZOOMED, isGesture: true };
  const current = () => (latest.current.picture === picture ? latest.current.view : UNZOOMED);

  function show(next: View, isGesture = false) {
    latest.current = { picture, view: limitView(next, stage.current), isGesture };
    setShown(latest.current);
  }

  /** Zooms around a point, so that the part of the picture at this point does not move. */
  function zoom(scale: number, { x, y }: Point = UNZOOMED, isGesture = false) {
    const from = current();
    const factor = limitScale(scale) / from.scale;
    show({ scale, x: x - (x - from.x) * factor, y: y - (y - from.y) * factor }, isGesture);
  }
  const toggle = (at?: Point) => zoom(current().scale > 1 ? 1 : CLOSE_SCALE, at);
  const move = (x: number, y: number, isGesture = false) => {
    const from = current();
    show({ ...from, x: from.x + x, y: from.y + y }, isGesture);
  };

  const turnWheel = useEffectEvent((event: WheelEvent) => {
    event.preventDefault();
    const { ctrlKey, deltaX, deltaY } = event;
    if (ctrlKey) zoom(current().scale * Math.exp(-deltaY / 100), findPoint(event, stage.current), true);
    else move(-deltaX, -deltaY, true);
  });
  const reset = useEffectEvent(() => show(UNZOOMED));
  useEffect(() => {
    const element = stage.current;
    // React's own wheel listeners are passive, so they cannot stop the browser from zooming the page.
    element?.addEventListener('wheel', turnWheel, { passive: false });
    addEventListener('resize', reset);
    return () => {
      element?.removeEventListener('wheel', turnWheel);
      removeEventListener('resize', reset);
    };
  }, []);

  function restart() {
    const { pointers } = gesture.current;
    gesture.current.from = current();
    for (const pointer of pointers.values()) pointer.start = pointer.now;
  }

  function follow() {
    const { from, pointers } = gesture.current;
    const [first, second] = pointers.values();
    if (!first) return;
    if (!second) {
      if (from.scale === 1) return;
      const { start, now } = first;
      return show({ ...from, x: from.x + now.x - start.x, y: from.y + now.y - start.y }, true);
    }
    const start = middle(first.start, second.start);
    const now = middle(first.now, second.now);
    const spread = distance(first.now, second.now) / Math.max(1, distance(first.start, second.start));
    const scale = limitScale(from.scale * spread);
    const factor = scale / from.scale;
    show({ scale, x: now.x - (start.x - from.x) * factor, y: now.y - (start.y - from.y) * factor }, true);
  }

  function tap(at: Point, time: number) {
    const { time: previousTime, ...previous } = lastTap.current;
    const isSoon = time - previousTime < DOUBLE_TAP_TIME;
    const isDouble = isSoon && distance(previous, at) < DOUBLE_TAP_DISTANCE;
    lastTap.current = { ...at, time: isDouble ? -Infinity : time };
    if (isDouble) toggle(at);
  }

  const release = ({ pointerId }: PointerEvent) => {
    gesture.current.pointers.delete(pointerId);
    restart();
  };
  const cancel = (event: PointerEvent) => {
    if (!gesture.current.pointers.has(event.pointerId)) return;
    swipe.onPointerCancel();
    gesture.current.isTap = false;
    release(event);
  };

  function pressKey(event: KeyboardEvent) {
    const { key, altKey, ctrlKey, metaKey } = event;
    if (altKey || ctrlKey || metaKey) return;
    const { scale } = current();
    const [x, y] = DIRECTIONS[key] ?? [0, 0];
    if (key === '+' || key === '=') zoom(scale * KEY_FACTOR);
    else if (key === '-') zoom(scale / KEY_FACTOR);
    else if (key === '0') zoom(1);
    else if (scale > 1 && (x || y)) move(x * KEY_DISTANCE, y * KEY_DISTANCE);
    else return;
    event.preventDefault();
    // Otherwise, an arrow key would also switch to another picture in the gallery.
    event.stopPropagation();
  }

  return {
    stage,
    transform: `translate(${view.x}px, ${view.y}px) scale(${view.scale})`,
    /**
     * True if the view was last changed by dragging, by pinching or with the wheel, or if the picture has just replaced
     * another picture. In these cases, the picture must move without a CSS transition.
     */
    isGesture,
    isLarge: view.scale > 1,
    toggle: () => toggle(),
    pointerHandlers: {
      onPointerDown(event: PointerEvent) {
        if (event.button) return;
        const { pointers } = gesture.current;
        const point = findPoint(event, stage.current);
        pointers.set(event.pointerId, { start: point, now: point });
        gesture.current.isTap = pointers.size === 1;
        restart();
        if (pointers.size === 1 && current().scale === 1) swipe.onPointerDown(event);
        else swipe.onPointerCancel();
      },
      onPointerMove(event: PointerEvent) {
        const pointer = gesture.current.pointers.get(event.pointerId);
        if (!pointer) return;
        pointer.now = findPoint(event, stage.current);
        if (distance(pointer.start, pointer.now) > TAP_DISTANCE) gesture.current.isTap = false;
        follow();
      },
      onPointerUp(event: PointerEvent) {
        if (!gesture.current.pointers.has(event.pointerId)) return;
        const { isTap } = gesture.current;
        release(event);
        swipe.onPointerUp(event);
        if (isTap) tap(findPoint(event, stage.current), event.timeStamp);
      },
      onPointerCancel: cancel,
      // If a mouse button is released outside the stage, the stage receives no `pointerup` event.
      onPointerLeave: cancel,
    },
    onKeyDown: pressKey,
  };
}

/** The direction in which each arrow key moves the picture: opposite to the arrow, as when scrolling. */
const DIRECTIONS: Partial<Record<string, [x: number, y: number]>> = {
  ArrowLeft: [1, 0],
  ArrowRight: [-1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

/**
 * Limits a view's scale, and limits its offset so that no gap opens between the picture and an edge of the stage. In a
 * dimension in which the picture is smaller than the stage, centres the picture.
 */
function limitView(view: View, stage: HTMLElement | null): View {
  const scale = limitScale(view.scale);
  const { width = 0, height = 0 } = stage?.getBoundingClientRect() ?? {};
  const { naturalWidth = 0, naturalHeight = 0 } = stage?.querySelector('img') ?? {};
  const fit = Math.min(width / (naturalWidth || 1), height / (naturalHeight || 1)) * scale;
  const limitOffset = (offset: number, size: number, room: number) => {
    const max = Math.max(0, (size * fit - room) / 2);
    return Math.min(max, Math.max(-max, offset));
  };
  return {
    scale,
    x: limitOffset(view.x, naturalWidth, width),
    y: limitOffset(view.y, naturalHeight, height),
  };
}

function limitScale(scale: number): number {
  return Math.min(MAX_SCALE, Math.max(1, scale));
}

function findPoint(
  { clientX, clientY }: { clientX: number; clientY: number },
  stage: HTMLElement | null,
): Point {
  const { left = 0, top = 0, width = 0, height = 0 } = stage?.getBoundingClientRect() ?? {};
  return { x: clientX - left - width / 2, y: clientY - top - height / 2 };
}

function middle(one: Point, other: Point): Point {
  return { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 };
}

function distance(one: Point, other: Point): number {
  return Math.hypot(one.x - other.x, one.y - other.y);
}
