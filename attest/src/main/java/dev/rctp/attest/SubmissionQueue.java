package dev.rctp.attest;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** The bounded queue before the writer: many callers put in, one writer takes out in batches. */
final class SubmissionQueue {

    /** A batch of this size means load: then waiting a little makes fewer, larger transactions. */
    private static final int LOAD = 3;

    private final int capacity;
    private final int maxBatch;
    private final long lingerNanos;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Queue<Submission> waiting = new ArrayDeque<>();
    private boolean closed;
    private boolean load;

    SubmissionQueue(int capacity, int maxBatch, Duration linger) {
        this.capacity = capacity;
        this.maxBatch = maxBatch;
        this.lingerNanos = linger.toNanos();
    }

    /** Puts one in; false when the queue is full or closed. */
    boolean offer(Submission submission) {
        lock.lock();
        try {
            if (closed || waiting.size() >= capacity) {
                return false;
            }
            waiting.add(submission);
            if (waiting.size() == 1 || waiting.size() == maxBatch) {
                changed.signal();
            }
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** How many wait. */
    int size() {
        lock.lock();
        try {
            return waiting.size();
        } finally {
            lock.unlock();
        }
    }

    /** The next batch, after waiting for one; empty only when the queue is closed and nothing is left in it. */
    List<Submission> take() {
        lock.lock();
        try {
            while (true) {
                awaitFirst();
                linger();
                List<Submission> batch = claim();
                if (!batch.isEmpty() || (closed && waiting.isEmpty())) {
                    return batch;
                }
            }
        } finally {
            lock.unlock();
        }
    }

    /** Takes no more in. */
    void close() {
        lock.lock();
        try {
            closed = true;
            changed.signal();
        } finally {
            lock.unlock();
        }
    }

    private void awaitFirst() {
        while (waiting.isEmpty() && !closed) {
            changed.awaitUninterruptibly();
        }
    }

    private void linger() {
        long left = load ? lingerNanos : 0;
        while (left > 0 && waiting.size() < maxBatch && !closed) {
            try {
                left = changed.awaitNanos(left);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    private List<Submission> claim() {
        List<Submission> batch = new ArrayList<>(Math.min(maxBatch, waiting.size()));
        while (batch.size() < maxBatch) {
            Submission next = waiting.poll();
            if (next == null) {
                break;
            }
            if (next.take()) {
                batch.add(next);
            }
        }
        load = batch.size() >= LOAD;
        return batch;
    }
}
