import { useEffect, useEffectEvent, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import type { useSwipe } from './useSwipe';

/** In CSS pixels, from the middle of the stage. */
interface Point {
  x: number;
  y: number;
}

/** How much larger than whole a picture is shown, and how far its middle has been moved. */
interface View extends Point {
  scale: number;
}

interface Gesture {
  from: View;
  /** Where each pointer was when it began, and where it is now, by its id. */
  pointers: Map<number, { start: Point; now: Point }>;
  /** Whether it can still be a tap. */
  isTap: boolean;
}

const WHOLE: View = { scale: 1, x: 0, y: 0 };

/** How large a double tap or the button shows a picture, and how large it can be at most. */
const CLOSE = 2.5;
const LARGEST = 6;

/** What one key press does: zoom by this factor, or move by so many CSS pixels. */
const KEY_FACTOR = 1.5;
const KEY_DISTANCE = 80;

/** How far a tap may move, and how far and long after the first one the second of a double tap may come. */
const TAP_DISTANCE = 10;
const DOUBLE_TAP_DISTANCE = 40;
const DOUBLE_TAP_TIME = 350;

/**
 * Zooms a picture on a stage: by pinching, a double tap or double click, the wheel with Ctrl (which is what a trackpad's
 * pinch sends), and the keys +, - and 0. What is larger than the stage is moved by dragging, the wheel and arrow keys.
 * A whole picture is swiped. Another picture, and a stage of another size, begin whole.
 *
 * @param picture tells the pictures apart
 * @param swipe what a single pointer does to a whole picture
 */
export function useZoom(picture: number, swipe: ReturnType<typeof useSwipe>) {
  const stage = useRef<HTMLDivElement>(null);
  const gesture = useRef<Gesture>({ from: WHOLE, pointers: new Map(), isTap: false });
  const lastTap = useRef({ x: 0, y: 0, time: -Infinity });
  const [shown, setShown] = useState({ picture, view: WHOLE, isGesture: false });
  /** Ahead of `shown`, which follows at the next rendering. */
  const latest = useRef(shown);
  const { view, isGesture } = shown.picture === picture ? shown : { view: WHOLE, isGesture: true };
  const current = () => (latest.current.picture === picture ? latest.current.view : WHOLE);

  function show(next: View, isGesture = false) {
    latest.current = { picture, view: bounded(next, stage.current), isGesture };
    setShown(latest.current);
  }

  /** Keeps what is at a point where it is. */
  function zoom(scale: number, { x, y }: Point = WHOLE, isGesture = false) {
    const from = current();
    const factor = withinLimits(scale) / from.scale;
    show({ scale, x: x - (x - from.x) * factor, y: y - (y - from.y) * factor }, isGesture);
  }
  const toggle = (at?: Point) => zoom(current().scale > 1 ? 1 : CLOSE, at);
  const move = (x: number, y: number, isGesture = false) => {
    const from = current();
    show({ ...from, x: from.x + x, y: from.y + y }, isGesture);
  };

  const turnWheel = useEffectEvent((event: WheelEvent) => {
    event.preventDefault();
    const { ctrlKey, deltaX, deltaY } = event;
    if (ctrlKey) zoom(current().scale * Math.exp(-deltaY / 100), pointOf(event, stage.current), true);
    else move(-deltaX, -deltaY, true);
  });
  const reset = useEffectEvent(() => show(WHOLE));
  useEffect(() => {
    const element = stage.current;
    // React's own listener is passive: it could not keep the browser from zooming the page.
    element?.addEventListener('wheel', turnWheel, { passive: false });
    addEventListener('resize', reset);
    return () => {
      element?.removeEventListener('wheel', turnWheel);
      removeEventListener('resize', reset);
    };
  }, []);

  /** Begins anew from where the remaining pointers are. */
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
    const [start, now] = [middle(first.start, second.start), middle(first.now, second.now)];
    const spread = distance(first.now, second.now) / Math.max(1, distance(first.start, second.start));
    const scale = withinLimits(from.scale * spread);
    const factor = scale / from.scale;
    show({ scale, x: now.x - (start.x - from.x) * factor, y: now.y - (start.y - from.y) * factor }, true);
  }

  function tap(at: Point, time: number) {
    const { time: before, ...first } = lastTap.current;
    const isDouble = time - before < DOUBLE_TAP_TIME && distance(first, at) < DOUBLE_TAP_DISTANCE;
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
    // The arrow keys would turn to another picture.
    event.stopPropagation();
  }

  return {
    stage,
    /** How the picture is to be drawn, and whether it follows a pointer, and so at once. */
    transform: `translate(${view.x}px, ${view.y}px) scale(${view.scale})`,
    isGesture,
    isLarge: view.scale > 1,
    toggle: () => toggle(),
    pointerHandlers: {
      onPointerDown(event: PointerEvent) {
        if (event.button) return;
        const { pointers } = gesture.current;
        const point = pointOf(event, stage.current);
        pointers.set(event.pointerId, { start: point, now: point });
        gesture.current.isTap = pointers.size === 1;
        restart();
        if (pointers.size === 1 && current().scale === 1) swipe.onPointerDown(event);
        else swipe.onPointerCancel();
      },
      onPointerMove(event: PointerEvent) {
        const pointer = gesture.current.pointers.get(event.pointerId);
        if (!pointer) return;
        pointer.now = pointOf(event, stage.current);
        if (distance(pointer.start, pointer.now) > TAP_DISTANCE) gesture.current.isTap = false;
        follow();
      },
      onPointerUp(event: PointerEvent) {
        if (!gesture.current.pointers.has(event.pointerId)) return;
        const { isTap } = gesture.current;
        release(event);
        swipe.onPointerUp(event);
        if (isTap) tap(pointOf(event, stage.current), event.timeStamp);
      },
      onPointerCancel: cancel,
      // A mouse that leaves the stage is let go elsewhere.
      onPointerLeave: cancel,
    },
    onKeyDown: pressKey,
  };
}

/** Where each key moves the picture: what is to its side comes into view. */
const DIRECTIONS: Partial<Record<string, [x: number, y: number]>> = {
  ArrowLeft: [1, 0],
  ArrowRight: [-1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

/** No side of the picture comes further in than its stage's, or than where it is when the picture is whole. */
function bounded(view: View, stage: HTMLElement | null): View {
  const scale = withinLimits(view.scale);
  const { width = 0, height = 0 } = stage?.getBoundingClientRect() ?? {};
  const { naturalWidth = 0, naturalHeight = 0 } = stage?.querySelector('img') ?? {};
  const fit = Math.min(width / (naturalWidth || 1), height / (naturalHeight || 1)) * scale;
  const within = (offset: number, size: number, room: number) => {
    const most = Math.max(0, (size * fit - room) / 2);
    return Math.min(most, Math.max(-most, offset));
  };
  return { scale, x: within(view.x, naturalWidth, width), y: within(view.y, naturalHeight, height) };
}

function withinLimits(scale: number): number {
  return Math.min(LARGEST, Math.max(1, scale));
}

function pointOf(
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
