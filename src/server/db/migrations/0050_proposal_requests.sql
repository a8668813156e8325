ALTER TABLE "proposals" ADD COLUMN "asked_by" text;--> statement-breakpoint
ALTER TABLE "proposals" ADD COLUMN "asked_by_user_id" uuid;--> statement-breakpoint
ALTER TABLE "proposals" ADD COLUMN "asked_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "proposals" ADD COLUMN "ask_note" text;--> statement-breakpoint
ALTER TABLE "proposals" ADD COLUMN "declined_by" text;--> statement-breakpoint
ALTER TABLE "proposals" ADD COLUMN "declined_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "proposals" ADD COLUMN "decline_word" text;