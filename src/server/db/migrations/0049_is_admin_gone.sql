ALTER TABLE "invitations" DROP COLUMN "is_admin";--> statement-breakpoint
ALTER TABLE "memberships" DROP COLUMN "is_admin";