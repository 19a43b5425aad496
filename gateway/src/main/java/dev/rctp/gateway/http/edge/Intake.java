package dev.rctp.gateway.http.edge;

import dev.rctp.gateway.limits.Room;

/**
 * Room for what is read whole, apart for governed calls and for sellers' pages.
 *
 * @param places as many as may be answered at once
 * @param bodies bytes that their bodies take over all connections, while they come and until they are answered
 */
record Intake(Room places, Room bodies) {}
